package anchord

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pair connects a client and a server, which exchange one byte each. It returns the errors of both, and whether the
// connection was resumed.
func pair(t *testing.T, server, client *tls.Config) (serverError, clientError error, resumed bool) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	done := make(chan error, 1)
	go func() {
		connection, err := listener.Accept()
		if err == nil {
			connection.SetDeadline(time.Now().Add(2 * time.Minute))
			err = exchange(tls.Server(connection, server))
		}
		done <- err
	}()
	plain, err := net.Dial("tcp", listener.Addr().String())
	must(t, err)
	plain.SetDeadline(time.Now().Add(2 * time.Minute))
	connection := tls.Client(plain, client)
	clientError = exchange(connection)
	return <-done, clientError, connection.ConnectionState().DidResume
}

func exchange(connection *tls.Conn) error {
	defer connection.Close()
	if err := connection.Handshake(); err != nil {
		return err
	}
	if _, err := connection.Write([]byte("x")); err != nil {
		return err
	}
	_, err := io.ReadFull(connection, make([]byte, 1))
	return err
}

func plainServer(identity identity) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{identity.tls()}}
}

// visit connects to a server whose certificate the client asks about.
func (s *scene) visit(client *Client, identity identity, host string) error {
	s.t.Helper()
	serverError, err, _ := pair(s.t, plainServer(identity), client.Config(host))
	if err != nil && serverError == nil {
		s.t.Fatal("a byte was sent before the verdict")
	}
	return err
}

func expectAllowed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expectDenied(t *testing.T, err error, code string) {
	t.Helper()
	var denied *DeniedError
	if !errors.As(err, &denied) {
		t.Fatalf("not denied: %v", err)
	}
	if !strings.Contains(strings.Join(denied.Codes(), ","), code) || !strings.Contains(err.Error(), code) {
		t.Fatalf("no code %s: %v", code, err)
	}
}

func expectNoVerdict(t *testing.T, err error) *NoVerdictError {
	t.Helper()
	var missing *NoVerdictError
	if !errors.As(err, &missing) {
		t.Fatalf("a verdict: %v", err)
	}
	return missing
}

// TestCases runs the cases of cases.json.
func TestCases(t *testing.T) {
	s := newScene(t)
	web := s.new(s.options("web"))
	clients := s.new(s.options("web/clients"))
	good := func(t *testing.T) { expectAllowed(t, s.visit(web, s.good, "good.example")) }
	denied := func(identity identity, host, code string) func(*testing.T) {
		return func(t *testing.T) { expectDenied(t, s.visit(web, identity, host), code) }
	}
	cases := []struct {
		name string
		run  func(*testing.T)
	}{
		{"good", good},
		{"expired", denied(s.expired, "good.example", "time.expired")},
		{"wrong-host", denied(s.otherHost, "good.example", "host.mismatch")},
		{"unknown-ca", denied(s.unknown, "good.example", "chain.issuerNotFound")},
		{"pin-rotated", denied(s.pinned, "pinned.example", "pin.keyMismatch")},
		{"blocked", func(t *testing.T) {
			good(t)
			unblock := s.block(s.good)
			expectDenied(t, s.visit(web, s.good, "good.example"), "policy.blocked")
			unblock()
			good(t)
		}},
		{"revoked", s.revoked},
		{"client-good", s.clientGood},
		{"client-without-purpose", func(t *testing.T) {
			serverError, _, _ := pair(t, clients.ServerConfig(s.good.tls()), clientConfig(s.server))
			expectDenied(t, serverError, "usage.extendedKeyUsage")
			serverError, _, _ = pair(t, clients.ServerConfig(s.good.tls()), &tls.Config{InsecureSkipVerify: true})
			if serverError == nil {
				t.Fatal("a client without a certificate was served")
			}
			nameless := s.new(s.options(""))
			serverError, _, _ = pair(t, nameless.ServerConfig(s.good.tls()), clientConfig(s.client))
			expectNoVerdict(t, serverError)
		}},
		{"daemon-down", func(t *testing.T) {
			s.stop()
			expectNoVerdict(t, s.visit(web, s.good, "good.example"))
			s.start()
			good(t)
		}},
		{"daemon-stopped", func(t *testing.T) {
			must(t, s.daemon.Process.Signal(syscall.SIGSTOP))
			options := s.options("web")
			options.Deadline = 800 * time.Millisecond
			err := expectNoVerdict(t, s.visit(s.new(options), s.good, "good.example"))
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			must(t, s.daemon.Process.Signal(syscall.SIGCONT))
			good(t)
		}},
		{"daemon-garbage", s.garbage},
		{"daemon-problem", func(t *testing.T) {
			missing := expectNoVerdict(t, s.visit(s.new(s.options("absent")), s.good, "good.example"))
			if missing.Problem == nil || missing.Problem.Code != "unknownPolicySet" {
				t.Fatal(missing)
			}
			expectNoVerdict(t, s.visit(web, s.good, ""))
		}},
		{"daemon-other-user", s.otherUser},
		{"daemon-restarts", func(t *testing.T) {
			// The client keeps a connection, which the daemon closes.
			good(t)
			s.stop()
			s.start()
			good(t)
		}},
		{"reload", func(t *testing.T) {
			changing := s.new(s.options("changing"))
			expectAllowed(t, s.visit(changing, s.good, "good.example"))
			s.writeChanging("other.pem")
			s.request("POST", "/v1/reload", "")
			expectDenied(t, s.visit(changing, s.good, "good.example"), "chain.issuerNotFound")
		}},
		{"resumed", s.resumed},
		{"tls-1.2", func(t *testing.T) { s.version(t, web, tls.VersionTLS12) }},
		{"tls-1.3", func(t *testing.T) { s.version(t, web, tls.VersionTLS13) }},
		{"token-off-loopback", refusedOptions},
		{"watch-blocked", s.watchBlocked},
		{"watch-daemon-stopped", s.watchDaemonStopped},
		{"watch-ends", s.watchEnds},
		{"watch-drained", s.watchDrained},
		{"watch-garbage", s.watchGarbage},
		{"watch-opening", s.watchOpening},
		{"watch-http", s.watchTransport},
	}
	names := map[string]bool{}
	for _, each := range cases {
		names[each.name] = true
		if !t.Run(each.name, each.run) {
			t.FailNow()
		}
	}
	var listed []struct{ Name string }
	text, err := os.ReadFile("../cases.json")
	must(t, err)
	must(t, json.Unmarshal(text, &listed))
	for _, each := range listed {
		if !names[each.Name] {
			t.Errorf("the case %s did not run", each.Name)
		}
	}
}

func clientConfig(identity identity) *tls.Config {
	return &tls.Config{InsecureSkipVerify: true, Certificates: []tls.Certificate{identity.tls()}}
}

func (s *scene) clientGood(t *testing.T) {
	clients := s.new(s.options("web/clients"))
	serverError, clientError, _ := pair(t, clients.ServerConfig(s.good.tls()), clientConfig(s.client))
	expectAllowed(t, serverError)
	expectAllowed(t, clientError)
	address := s.serve(clients, http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		principal := PrincipalFrom(request.Context())
		writer.Write([]byte(principal.Kind + " " + principal.Value))
	}))
	remote := &http.Client{Transport: &http.Transport{TLSClientConfig: clientConfig(s.client)}}
	defer remote.CloseIdleConnections()
	if status, body := get(t, remote, address); status != 200 || body != "dnsName billing.example" {
		t.Fatalf("%d %s", status, body)
	}
	// The connection is open, and the next request is denied.
	unblock := s.block(s.client)
	if status, body := get(t, remote, address); status != 403 || strings.Contains(body, "blocked") {
		t.Fatalf("%d %s", status, body)
	}
	unblock()
}

// revoked replaces the CRL of the policy.
func (s *scene) revoked(t *testing.T) {
	web := s.new(s.options("revoked"))
	expectAllowed(t, s.visit(web, s.good, "good.example"))
	s.writeCRL(s.good.certificate)
	s.request("POST", "/v1/reload", "")
	expectDenied(t, s.visit(web, s.good, "good.example"), "revocation.revoked")
}

func (s *scene) version(t *testing.T, client *Client, version uint16) {
	for _, identity := range []identity{s.good, s.expired} {
		server := plainServer(identity)
		server.MinVersion, server.MaxVersion = version, version
		_, err, _ := pair(t, server, client.Config("good.example"))
		if identity == s.good {
			expectAllowed(t, err)
		} else {
			expectDenied(t, err, "time.expired")
		}
	}
}

// resumed resumes sessions, for which crypto/tls calls the check again.
func (s *scene) resumed(t *testing.T) {
	web, clients := s.new(s.options("web")), s.new(s.options("web/clients"))
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		server, client := plainServer(s.good), web.Config("good.example")
		client.ClientSessionCache = tls.NewLRUClientSessionCache(4)
		s.resumeAfterBlock(t, version, server, client, s.good)

		server, client = clients.ServerConfig(s.good.tls()), clientConfig(s.client)
		client.ServerName = "good.example" // The key of the session.
		client.ClientSessionCache = tls.NewLRUClientSessionCache(4)
		s.resumeAfterBlock(t, version, server, client, s.client)
	}
}

func (s *scene) resumeAfterBlock(t *testing.T, version uint16, server, client *tls.Config, blocked identity) {
	t.Helper()
	server.MinVersion, server.MaxVersion = version, version
	for _, expected := range []bool{false, true} {
		serverError, clientError, resumed := pair(t, server, client)
		if serverError != nil || clientError != nil {
			t.Fatalf("version %x, expected to resume: %t: server %v, client %v", version, expected, serverError, clientError)
		}
		if resumed != expected {
			t.Fatalf("resumed: %t", resumed)
		}
	}
	unblock := s.block(blocked)
	serverError, clientError, _ := pair(t, server, client)
	if blocked.certificate == s.client.certificate {
		expectDenied(t, serverError, "policy.blocked")
	} else {
		expectDenied(t, clientError, "policy.blocked")
	}
	unblock()
}

func refusedOptions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	must(t, os.WriteFile(file, []byte("secret\n"), 0o600))
	refused := map[string]Options{
		"loopback addresses": {Address: "tcp:192.0.2.1:8778", Token: "secret"},
		"sent only":          {Address: "tcp:[2001:db8::1]:8778", TokenFile: file},
		"not numeric":        {Address: "tcp:localhost:8778"},
		"visible ASCII":      {Token: "a\r\nHost: b"},
		"both set":           {Token: "a", TokenFile: file},
		"no such file":       {TokenFile: file + ".absent"},
		"less than 800 ms":   {Deadline: 799 * time.Millisecond},
		"is negative":        {MaximumAge: -1},
	}
	for problem, options := range refused {
		if _, err := New(options); err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%s: %v", problem, err)
		}
	}
	for _, address := range []string{
		"", "anchord.sock", "unix:anchord.sock", "https://127.0.0.1:8778", "http:127.0.0.1:8778", "http://localhost:8778",
		"http://127.0.0.1:8778/", "http://127.0.0.1", "tcp:127.0.0.1:0", "tcp:http://127.0.0.1:8778",
	} {
		if target, err := parseAddress(address); err == nil || !strings.HasSuffix(err.Error(), addressForms) {
			t.Errorf("%q: %v, %v", address, target, err)
		}
	}
	if _, err := New(Options{Address: "http://192.0.2.1:8778", Token: "secret"}); err == nil {
		t.Error("a token for another machine was accepted")
	}
	for address, expected := range map[string]target{
		"/a":                    {"unix", "/a", true},
		"unix:/a":               {"unix", "/a", true},
		"tcp:[::1]:8778":        {"tcp", "[::1]:8778", true},
		"tcp:127.0.0.1:8778":    {"tcp", "127.0.0.1:8778", true},
		"http://[::1]:8778":     {"tcp", "[::1]:8778", true},
		"http://127.0.0.1:8778": {"tcp", "127.0.0.1:8778", true},
		"http://192.0.2.1:8778": {"tcp", "192.0.2.1:8778", false},
	} {
		if found, err := parseAddress(address); err != nil || found != expected {
			t.Errorf("%s: %v, %v", address, found, err)
		}
	}
	if _, err := New(Options{Address: "http://[::1]:8778", TokenFile: file}); err != nil {
		t.Error(err)
	}
}
