//go:build long

// Package old is the Scanner before its rules were pure. Tests compare the two.
package old
