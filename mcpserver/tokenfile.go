package mcpserver

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// hashMark stands before the hash in a tokens file, so that a later kind of hash can be told from this one.
const hashMark = "sha256:"

// ReadTokens reads a tokens file: one credential a line, an agent's name, spaces, and "sha256:" with the token's SHA-256 in
// 64 hexadecimal digits. Empty lines and lines that begin with # are passed over. It refuses a file that others than its
// owner can read or write, and one that holds a token instead of its hash. An error names the line and never shows its
// text.
func ReadTokens(path string) (*Tokens, error) {
	t := &Tokens{}
	if err := t.Reload(path); err != nil {
		return nil, err
	}
	return t, nil
}

// Reload puts the credentials of a tokens file in the place of all that t knows. After an error t is as it was.
func (t *Tokens) Reload(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("read tokens: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("read tokens: %w", err)
	}
	if info.IsDir() {
		return fmt.Errorf("read tokens: %s is a directory, not a file", path)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("read tokens: %s is open to others (mode %04o); chmod 600 it", path, info.Mode().Perm())
	}
	fresh := &Tokens{}
	if err := fresh.read(file); err != nil {
		if in := (*fs.PathError)(nil); errors.As(err, &in) {
			err = in.Err // the path is said once
		}
		return fmt.Errorf("read tokens: %s: %w", path, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.key, t.agents = fresh.key, fresh.agents
	return nil
}

// AppendToken writes the hash of a token at the end of a tokens file, which it makes with mode 0600 when there is none. A
// server that uses the file knows the token after its next Reload.
func AppendToken(path, agent, token string) error {
	if err := new(Tokens).Add(agent, token); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("write tokens: %w", err)
	}
	line := agent + " " + hashMark + hex.EncodeToString(sum(token)) + "\n"
	if !endsInBreak(file) {
		line = "\n" + line
	}
	_, err = file.WriteString(line)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write tokens: %w", err)
	}
	return nil
}

func sum(token string) []byte {
	s := sha256.Sum256([]byte(token))
	return s[:]
}

// endsInBreak says whether a line can be added at the end of file as it is.
func endsInBreak(file *os.File) bool {
	end, err := file.Seek(0, io.SeekEnd)
	if err != nil || end == 0 {
		return true
	}
	var last [1]byte
	_, err = file.ReadAt(last[:], end-1)
	return err != nil || last[0] == '\n'
}

var errHash = errors.New("it must be AGENT sha256:HASH, the hash in 64 hexadecimal digits; the token itself is never stored")

// read adds the credentials of a tokens file.
func (t *Tokens) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := t.readLine(line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return lines.Err()
}

func (t *Tokens) readLine(line string) error {
	words := strings.Fields(line)
	if len(words) != 2 {
		return errHash
	}
	code, found := strings.CutPrefix(words[1], hashMark)
	if !found || len(code) != hex.EncodedLen(sha256.Size) {
		return errHash
	}
	var d digest
	if _, err := hex.Decode(d[:], []byte(code)); err != nil {
		return errHash
	}
	return t.add(words[0], d)
}
