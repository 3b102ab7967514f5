package suffix

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/publicsuffix"
)

// A found is what is known of a host.
type found struct {
	suffix, domain string
	icann          bool
}

// requireSame compares Find and Domain with golang.org/x/net/publicsuffix. private has
// the rules of the list's private part.
func requireSame(t *testing.T, host string, private map[string]bool) {
	var got, want found
	var length int
	length, got.icann = Find(host)
	got.suffix = host[len(host)-length:]
	got.domain = Domain(host)

	var err error
	want.suffix, want.icann = publicsuffix.PublicSuffix(host)
	if want.domain, err = publicsuffix.EffectiveTLDPlusOne(host); err != nil {
		want.domain = host
	}
	_, parent, inner := strings.Cut(want.suffix, ".")
	switch {
	case private[want.suffix], private["*."+parent]:
		// x/net has true if other rules add two labels to the suffix, as for
		// "a.io.noc.ruhr-uni-bochum.de"
		want.icann = false
	case !inner && !want.icann:
		// x/net has false for "jm", since its only rule is "*.jm"
		_, want.icann = publicsuffix.PublicSuffix("a.b." + want.suffix)
	}
	if got != want {
		require.Equal(t, want, got, host)
	}
}

func TestSuffixesAreThoseOfTheList(t *testing.T) {
	list, icann := readList(t)
	require.Greater(t, icann, 5000)
	require.Greater(t, len(list), icann)
	private, labels := map[string]bool{}, []string{}
	for _, rule := range list[icann:] {
		private[rule] = true
	}
	for _, rule := range list {
		name := strings.TrimPrefix(strings.TrimPrefix(rule, "*."), "!")
		labels = append(labels, strings.Split(name, ".")...)
		for inner := true; inner; _, name, inner = strings.Cut(name, ".") {
			for _, host := range []string{name, "a." + name, "b.a." + name, "x" + name} {
				requireSame(t, host, private)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		host := labels[random.IntN(len(labels))]
		for range random.IntN(4) {
			host = labels[random.IntN(len(labels))] + "." + host
		}
		requireSame(t, host, private)
	}
}

func TestHostsWithEmptyLabelsHaveNoDomain(t *testing.T) {
	for _, host := range []string{"", ".", "..", "com.", ".com", "a.com.", ".a.com", "a..com", "a.b.",
		"a.com..", strings.Repeat(".", 300)} {
		_, err := publicsuffix.EffectiveTLDPlusOne(host)
		require.Error(t, err, host)
		require.Equal(t, host, Domain(host))
	}
}

func TestFindDoesNotAllocate(t *testing.T) {
	host := "a.very-long-name-of-a-host.and-its-department.city.kawasaki.jp"
	bytes := []byte(host)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		Find(host)
		Find(bytes)
		Domain(host)
	}))
}

func BenchmarkFind(b *testing.B) {
	hosts := []string{"www.host.example", "www.example.com", "ftp.example.ac.uk", "a.b.github.io",
		"readme.txt"}
	b.Run("here", func(b *testing.B) {
		for b.Loop() {
			for _, host := range hosts {
				Find(host)
			}
		}
	})
	b.Run("x/net", func(b *testing.B) {
		for b.Loop() {
			for _, host := range hosts {
				publicsuffix.PublicSuffix(host)
			}
		}
	})
}

func TestTopLevelDomainsEndARule(t *testing.T) {
	list, _ := readList(t)
	ends := map[string]bool{}
	for _, rule := range list {
		ends[rule[strings.LastIndexByte(rule, '.')+1:]] = true
	}
	require.Greater(t, len(ends), 1000)
	for _, rule := range list {
		require.Equal(t, ends[rule], IsTopLevel(rule), rule)
		require.True(t, IsTopLevel(rule[strings.LastIndexByte(rule, '.')+1:]), rule)
	}
	require.False(t, IsTopLevel("") || IsTopLevel("nosuch") || IsTopLevel("*") || IsTopLevel("// "))
}
