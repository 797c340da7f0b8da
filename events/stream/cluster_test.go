package stream

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A cluster of three: the same code, streams on three servers, and the one that
// leads may go.
func TestCluster(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("an election takes seconds")
	}
	nodes := serveCluster(t)
	s, err := Open(t.Context(), Config{URL: clusterURL(nodes), Log: quiet(t), Patience: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	info, err := s.info(t.Context(), Matches)
	if err != nil || info.Config.Replicas != 3 {
		t.Fatalf("%d replicas, %v", info.Config.Replicas, err)
	}
	f := follow(t, s, Matches, 1)
	var last, before uint64
	for i := range 10 {
		before, last = last, mustAppend(t, s, anna, last, command(i), "slip")
	}
	if seq, repeated, err := s.Append(t.Context(), anna, before, command(9), []byte("slip")); seq != last || !repeated || err != nil {
		t.Errorf("again: %d %v %v", seq, repeated, err)
	}
	if seq, _, err := s.Append(t.Context(), anna, before, command(99), []byte("slip")); !errors.Is(err, ErrConflict) || seq != last {
		t.Errorf("conflict: %d %v", seq, err)
	}
	if _, repeated, err := s.Append(t.Context(), berta, 0, command(9), []byte("slip")); err == nil || repeated || errors.Is(err, ErrUnknown) {
		t.Errorf("the id of another match: %v %v", repeated, err)
	}
	for _, n := range nodes {
		if n.Name() == info.Cluster.Leader {
			n.Shutdown()
			n.WaitForShutdown()
		}
	}
	for i := range 5 {
		seq, _, err := s.Append(t.Context(), anna, last, command(20+i), []byte("slip"))
		if err != nil {
			t.Fatal(err)
		}
		last = seq
	}
	f.until(t, last)
	if slips, err := s.Slips(t.Context(), anna, 0); err != nil || len(slips) != 15 {
		t.Errorf("%d slips, %v", len(slips), err)
	}
}

func serveCluster(t *testing.T) []*server.Server {
	t.Helper()
	var ports []int
	var routes []string
	for range 3 {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer free.Close()
		ports = append(ports, free.Addr().(*net.TCPAddr).Port)
		routes = append(routes, "nats://"+free.Addr().String())
		free.Close()
	}
	var nodes []*server.Server
	for i, port := range ports {
		nat, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprintf("node-%d", i), Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), SyncAlways: true, JetStreamMaxStore: 1 << 40,
			Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: port},
			Routes:  server.RoutesFromStr(strings.Join(routes, ",")),
		})
		if err != nil {
			t.Fatal(err)
		}
		nat.Start()
		t.Cleanup(func() { nat.Shutdown(); nat.WaitForShutdown() })
		nodes = append(nodes, nat)
	}
	for _, nat := range nodes {
		if !nat.ReadyForConnections(10 * time.Second) {
			t.Fatal("a node did not become ready")
		}
	}
	return nodes
}

func clusterURL(nodes []*server.Server) string {
	var urls []string
	for _, n := range nodes {
		urls = append(urls, "nats://"+n.Addr().String())
	}
	return strings.Join(urls, ",")
}
