//go:build !unix

package sift

import "testing"

func pipe(t *testing.T) string {
	t.Skip("there are no named pipes")
	return ""
}
