package sift

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// openRegular opens a file that is most likely regular, as os.Open does. os.Open would
// first ask the kernel to watch it, which takes five system calls and fails for regular
// files.
func openRegular(name string) (io.ReadCloser, error) {
	for {
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), name), nil
		case syscall.EINTR:
		default:
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
}
