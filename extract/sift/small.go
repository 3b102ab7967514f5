package sift

import (
	"context"
	"io/fs"
)

// small are whole files that are opened and read by the same reader, since it takes longer to hand out each by itself.
type small struct {
	files []smallFile
	size  int64 // of all files, in bytes
}

type smallFile struct {
	*Input
	info fs.FileInfo
}

const (
	smallFiles = 32       // the most files in a job
	smallSize  = 64 << 10 // in bytes, at which a job has enough files
)

// isSmall returns the FileInfo of a small file that is read as a whole, and nil for any other input.
func (in *Input) isSmall(err error) fs.FileInfo {
	if err != nil || in.info == nil || in.Stream || in.From.Offset > 0 || in.Size > 0 {
		return nil
	}
	info, err := in.info()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || info.Size() >= smallSize { // 0 is that of files in /proc
		return nil
	}
	return info
}

// few hands out small files, if there are any, and begins to collect others. It reports whether more are wanted.
func (q *queue) few(files **small) bool {
	if len((*files).files) == 0 {
		return true
	}
	j := &job{small: *files}
	*files = &small{files: make([]smallFile, 0, smallFiles)}
	return q.put(j)
}

// few reads small files.
func (w *worker) few(j *job) error {
	ctx := context.WithValue(w.ctx, turnKey{}, j.turn.come)
	for _, f := range j.small.files {
		if err := ended(w.ctx); err != nil {
			return err
		}
		file, err := open(ctx, f.Input)
		if err != nil {
			if err := w.warnOf(err); err != nil {
				return err
			}
			continue
		}
		err = w.read(&Part{Input: f.Input, file: watchFrom(file, f.info)}, file)
		w.files.close(file)
		if err != nil {
			return err
		}
	}
	return nil
}
