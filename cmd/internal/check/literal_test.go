package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIPLiteralsAreThoseOfRFC3986(t *testing.T) {
	for host, want := range map[string]bool{
		"[::1]":          true,
		"[::1":           false,
		"[v1.x]":         true,
		"[V1F.a:b]":      true,
		"[v1.]":          false,
		"[v.x]":          false,
		"[.x]":           false,
		"[vg.x]":         false,
		"[a.b]":          false,
		"[1.2.3.4]":      false,
		"[fe80::1%eth0]": false, "[]": false, "[v1.x": false, "[::ffff:1.2.3.4]": true, "[v1.[]": false,
	} {
		require.Equal(t, want, isLiteral(host), host)
	}
}
