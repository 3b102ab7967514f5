//go:build !race

package unpack

const raceDetector = false
