// Package ascii has classes of bytes.
package ascii

// SetOf returns the set of the bytes for which member reports true.
func SetOf(member func(byte) bool) (set [256]bool) {
	for i := range set {
		set[i] = member(byte(i))
	}
	return set
}

// Digit reports whether b is a digit.
func Digit(b byte) bool { return '0' <= b && b <= '9' }

// Letter reports whether b is a letter of ASCII.
func Letter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// Hex has the values of hexadecimal digits, and 0xFF for other bytes.
var Hex = func() (table [256]byte) {
	for i := range table {
		table[i] = 0xFF
	}
	for i := range byte(10) {
		table['0'+i] = i
	}
	for i := range byte(6) {
		table['a'+i], table['A'+i] = 10+i, 10+i
	}
	return table
}()
