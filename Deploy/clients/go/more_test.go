package anchord

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// serve runs an HTTPS server that asks about its clients, and returns its address.
func (s *scene) serve(client *Client, handler http.Handler) string {
	server := httptest.NewUnstartedServer(client.Handler(handler))
	server.TLS = client.ServerConfig(s.good.tls())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	s.t.Cleanup(server.Close)
	return server.URL
}

func get(t *testing.T, client *http.Client, address string) (int, string) {
	t.Helper()
	response, err := client.Get(address)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(body)
}

// fake answers each request on a socket with the next of the texts, and closes the connection. The last one stays open.
func (s *scene) fake(name string, answers []string) string {
	path := filepath.Join(s.directory, name)
	listener, err := net.Listen("unix", path)
	must(s.t, err)
	s.t.Cleanup(func() { listener.Close() })
	go func() {
		for i, answer := range answers {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			if request, err := http.ReadRequest(bufio.NewReader(connection)); err == nil {
				io.Copy(io.Discard, request.Body)
				io.WriteString(connection, answer)
			}
			if i+1 < len(answers) {
				connection.Close()
			} else {
				s.t.Cleanup(func() { connection.Close() }) // Otherwise, the garbage collector closes it.
			}
		}
	}()
	return "unix:" + path
}

const allowed = `{"id":"1","trusted":true,"action":"allow","reasons":[],"validUntil":"2999-01-01T00:00:00Z"}`

func response(status, fields, body string) string {
	return fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s", status, fields, len(body), body)
}

func (s *scene) garbage(t *testing.T) {
	answers := []string{
		response("200 OK", "Anchord-Action: allow\r\n", allowed), // Proves that the others are refused for their own faults.
		"SSH-2.0-OpenSSH\r\n",
		response("200 OK", "", "{}"), response("200 OK", "", "[]"), response("200 OK", "", allowed+"x"), response("200 OK", "", ""),
		response("200 OK", "", strings.Replace(allowed, "true", `"true"`, 1)),
		response("200 OK", "", strings.Replace(allowed, `"allow"`, `"deny"`, 1)),
		response("200 OK", "", strings.Replace(allowed, `"id":"1",`, "", 1)),
		response("200 OK", "", strings.Replace(allowed, `"reasons":[],`, "", 1)),
		response("200 OK", "Anchord-Action: deny\r\n", allowed),
		response("200 OK", "Anchord-Action: allow\r\nAnchord-Action: deny\r\n", allowed),
		response("200 OK", "Content-Length: 1\r\n", allowed),
		response("500 Oops", "", allowed), response("302 Found", "Location: /v1/evaluations\r\n", allowed),
		strings.Replace(response("200 OK", "", allowed), "application/json", "text/html", 1),
		response("200 OK", "", allowed)[:90],
		response("200 OK", "", allowed+strings.Repeat(" ", largestResponse)),
		response("200 OK", "X: "+strings.Repeat("x", 100000)+"\r\n", allowed),
		"", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{",
	}
	options := s.options("web")
	options.Address = s.fake("garbage", answers)
	options.Deadline = time.Minute
	for i := range answers {
		if i == len(answers)-1 {
			options.Deadline = 800 * time.Millisecond
		}
		// Each client has its own connections. One that is closed before a byte of the response is tried once again.
		err := s.visit(s.new(options), s.good, "good.example")
		if i == 0 {
			expectAllowed(t, err)
		} else {
			expectNoVerdict(t, err)
		}
	}
}

func (s *scene) otherUser(t *testing.T) {
	options := s.options("web")
	client := s.new(options)
	// A client that expects other users refuses the socket of this one, unless it is root.
	target, err := parseAddress(options.Address)
	must(t, err)
	client.http = newHTTPClient(target, map[uint32]bool{uint32(os.Getuid()) + 1: true})
	missing := expectNoVerdict(t, s.visit(client, s.good, "good.example"))
	if !strings.Contains(missing.Error(), fmt.Sprintf("belongs to the user %d", os.Getuid())) {
		t.Fatal(missing)
	}
}

func TestTransport(t *testing.T) {
	s := newScene(t)
	web := s.new(s.options("web"))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) { writer.Write([]byte("hello")) }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = plainServer(s.good)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	client := &http.Client{Transport: web.Transport()}
	// The certificate is also for the address.
	if _, body := get(t, client, server.URL); body != "hello" {
		t.Fatal(body)
	}
	unblock := s.block(s.good)
	client.CloseIdleConnections()
	_, err := client.Get(server.URL)
	expectDenied(t, err, "policy.blocked")
	unblock()
	_, err = client.Get("http://127.0.0.1:1/")
	expectNoVerdict(t, err)
}

// TestKeptVerdicts counts the questions that reach the daemon.
func TestKeptVerdicts(t *testing.T) {
	s := newScene(t)
	maximum := "Cache-Control: private, max-age=60\r\n"
	short := strings.Replace(allowed, "2999", "2001", 1)
	untrusted := strings.NewReplacer("true", "false", `"allow"`, `"deny"`).Replace(allowed)
	for name, each := range map[string]struct {
		fields, body string
		age          time.Duration
		isKept       bool
	}{
		"kept":         {maximum, allowed, time.Minute, true},
		"default":      {maximum, allowed, 0, false},
		"no-store":     {"Cache-Control: no-store\r\n", allowed, time.Minute, false},
		"no-field":     {"", allowed, time.Minute, false},
		"not-valid":    {maximum, short, time.Minute, false},
		"no-validity":  {maximum, strings.Replace(allowed, "validUntil", "other", 1), time.Minute, false},
		"denied":       {maximum, untrusted, time.Minute, false},
		"very-short":   {maximum, allowed, 1, false},
		"maximum-zero": {"Cache-Control: max-age=0\r\n", allowed, time.Minute, false},
	} {
		options := s.options("web")
		options.MaximumAge = each.age
		second := response("418 Teapot", "", "{}")
		// The first response says that its connection is closed, so that the fake answers one question for each connection.
		options.Address = s.fake(name, []string{response("200 OK", "Connection: close\r\n"+each.fields, each.body), second, second})
		client := s.new(options)
		question := Question{Chain: [][]byte{s.good.certificate.Raw}, Host: "good.example"}
		_, first := client.Ask(context.Background(), question)
		if (first == nil) != (name != "denied") {
			t.Fatalf("%s: %v", name, first)
		}
		_, err := client.Ask(context.Background(), question)
		if (err == nil) != each.isKept {
			t.Errorf("%s: %v", name, err)
		}
		question.Host = "other.example"
		if _, err := client.Ask(context.Background(), question); err == nil {
			t.Errorf("%s: a verdict about another host was used", name)
		}
	}
}

// TestKeptVerdictsDoNotChange changes what the caller received.
func TestKeptVerdictsDoNotChange(t *testing.T) {
	kept, trusted := newKeptVerdicts(time.Hour), true
	received := &Verdict{Trusted: &trusted, Principal: &Principal{"email", "a"}, Reasons: []Reason{{Code: "a"}}, ValidUntil: time.Now().Add(time.Hour)}
	kept.put(verdictKey{}, received, time.Now(), time.Hour)
	for i := 0; i < 3; i++ {
		if received == nil || !*received.Trusted || received.Principal.Value != "a" || received.Reasons[0].Code != "a" {
			t.Fatal(received)
		}
		received.Principal.Value, received.Reasons[0].Code, *received.Trusted = "b", "b", false
		received = kept.get(verdictKey{})
	}
}

func TestKeptVerdictsAreBounded(t *testing.T) {
	kept := newKeptVerdicts(time.Hour)
	for i := 0; i < 3*mostKept; i++ {
		key := keyOf(Question{Host: fmt.Sprint(i)})
		kept.put(key, &Verdict{ValidUntil: time.Now().Add(time.Hour)}, time.Now(), time.Hour)
		if len(kept.entries) > mostKept || kept.get(key) == nil {
			t.Fatal(len(kept.entries))
		}
	}
}

// TestSentDeadline proves that no soft fail allows a chain without a fetch: the daemon waits at least 500 ms.
func TestSentDeadline(t *testing.T) {
	s := newScene(t)
	options := s.options("web")
	options.Deadline = time.Hour
	client := s.new(options)
	for left := 100 * time.Millisecond; left < time.Minute; left = left * 5 / 4 {
		begin := time.Now()
		ctx, cancel := context.WithDeadline(context.Background(), begin.Add(left))
		request, err := client.newRequest(ctx, "/", Question{Host: "good.example"})
		late := time.Since(begin)
		cancel()
		if err != nil {
			if left-late >= 700*time.Millisecond {
				t.Errorf("%v: %v", left, err)
			}
			continue
		}
		var sent struct{ Deadline string }
		must(t, json.NewDecoder(request.Body).Decode(&sent))
		wait, err := time.ParseDuration(sent.Deadline)
		must(t, err)
		longest := left - margin
		if longest > longestWait {
			longest = longestWait
		}
		if wait < shortestWait || wait > longest || wait <= longest-late-100*time.Millisecond || wait%(100*time.Millisecond) != 0 {
			t.Errorf("%v: %v", left, wait)
		}
	}
}

// TestEvidence sends along what the server staples.
func TestEvidence(t *testing.T) {
	s := newScene(t)
	certificate := s.good.tls()
	certificate.OCSPStaple = []byte("not a response")
	server := &tls.Config{Certificates: []tls.Certificate{certificate}}
	_, err, _ := pair(t, server, s.new(s.options("web")).Config("good.example"))
	missing := expectNoVerdict(t, err)
	if missing.Problem == nil || missing.Problem.Code != "malformedEvidence" {
		t.Fatal(missing)
	}
}

// TestConcurrentUse uses one client in many goroutines, and leaves no descriptor open.
func TestConcurrentUse(t *testing.T) {
	s := newScene(t)
	options := s.options("web")
	options.Deadline = time.Minute
	client := s.new(options)
	server := plainServer(s.good)
	var group sync.WaitGroup
	for i := 0; i < 8; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := 0; i < 10; i++ {
				if _, err, _ := pair(t, server, client.Config("good.example")); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
	descriptors, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	if len(descriptors) > 64 {
		t.Errorf("%d open descriptors", len(descriptors))
	}
}

// TestReadme builds the program in README.md, and runs it.
func TestReadme(t *testing.T) {
	s := newScene(t)
	text, err := os.ReadFile("README.md")
	must(t, err)
	_, program, _ := strings.Cut(string(text), "```go\n")
	program, _, _ = strings.Cut(program, "```")
	directory := t.TempDir()
	here, err := os.Getwd()
	must(t, err)
	module := fmt.Sprintf("module example\n\ngo 1.19\n\nrequire anchord.example/anchord v0.0.0\n\nreplace anchord.example/anchord => %s\n", here)
	must(t, os.WriteFile(filepath.Join(directory, "go.mod"), []byte(module), 0o600))
	must(t, os.WriteFile(filepath.Join(directory, "main.go"), []byte(program), 0o600))
	build := exec.Command("go", "build", "-o", "example", ".")
	build.Dir = directory
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	for _, each := range []struct {
		identity identity
		expected string
	}{{s.good, "hello"}, {s.expired, "time.expired"}} {
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) { writer.Write([]byte("hello")) }))
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.TLS = plainServer(each.identity)
		server.StartTLS()
		run := exec.Command(filepath.Join(directory, "example"), server.URL, "web", "unix:"+s.socket())
		run.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		output, err := run.CombinedOutput()
		server.Close()
		var failed *exec.ExitError
		if !strings.Contains(string(output), each.expected) || errors.As(err, &failed) != (each.expected != "hello") {
			t.Errorf("%v: %s", err, output)
		}
	}
}
