package people

// Asked is the kind of record that holds the address that a person gave and has not
// confirmed yet, as text: a letter asks there whether it shall be his.
const Asked = "asked"
