package people

import (
	"context"
	"slices"
	"time"
)

const kindDevices = "devices"

// maxDevices is on how many devices a person may be signed in: one more signs the
// oldest out.
const maxDevices = 50

// Device is where a person is signed in to his page.
type Device struct {
	ID    int       `json:"id"`
	Since time.Time `json:"since"`
	Label string    `json:"label,omitempty"` // what it says it is
}

// devices is the record: a number is never given twice.
type devices struct {
	Given int      `json:"given"` // the last number
	In    []Device `json:"in,omitempty"`
}

// Devices lists where the person is signed in, the latest first.
func (b *Book) Devices(ctx context.Context, id string) ([]Device, error) {
	d, err := known(ctx, b, id, kindDevices, devices{})
	slices.Reverse(d.In)
	return d.In, err
}

// SignedIn says whether the device is one of the person's.
func (b *Book) SignedIn(ctx context.Context, id string, device int) (bool, error) {
	d, err := known(ctx, b, id, kindDevices, devices{})
	return slices.ContainsFunc(d.In, func(in Device) bool { return in.ID == device }), err
}

// SignIn adds a device and returns its number. A label that says nothing is left out.
func (b *Book) SignIn(ctx context.Context, id, label string, at time.Time) (device int, err error) {
	label, _ = CleanName(label)
	err = changeOwn(ctx, b, id, kindDevices, devices{}, func(d *devices) error {
		d.Given++
		device = d.Given
		d.In = append(d.In, Device{ID: device, Since: at.UTC(), Label: label})
		d.In = d.In[max(0, len(d.In)-maxDevices):]
		return nil
	})
	return device, err
}

// SignOut signs a device out.
func (b *Book) SignOut(ctx context.Context, id string, device int) error {
	return changeOwn(ctx, b, id, kindDevices, devices{}, func(d *devices) error {
		d.In = slices.DeleteFunc(d.In, func(in Device) bool { return in.ID == device })
		return nil
	})
}

// SignOutEverywhere signs all of the person's devices out.
func (b *Book) SignOutEverywhere(ctx context.Context, id string) error {
	return changeOwn(ctx, b, id, kindDevices, devices{}, func(d *devices) error {
		d.In = nil
		return nil
	})
}
