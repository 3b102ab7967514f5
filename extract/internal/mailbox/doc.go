// Package mailbox knows mail and news by their lines: how messages are separated in a mailbox, how a header begins, how dates are
// written, and where a mailbox can be cut in two. It reads no streams. Package texts does.
package mailbox
