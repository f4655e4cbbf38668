package anchord

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// watching returns a client whose connections are watched.
func (s *scene) watching(policy string) *Client {
	options := s.options(policy)
	options.Watch = true
	options.Deadline = time.Minute
	return s.new(options)
}

// openPair returns both ends of a connection after the handshake. A client that is nil does not ask.
func openPair(t *testing.T, server, client *Client, serverConfig, clientConfig *tls.Config) (atServer, atClient *tls.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	accepted := make(chan *tls.Conn, 1)
	go func() {
		plain, err := server.Listener(listener, serverConfig).Accept()
		if err != nil {
			accepted <- nil
			return
		}
		connection := plain.(*tls.Conn)
		connection.SetDeadline(time.Now().Add(2 * time.Minute))
		if connection.Handshake() != nil {
			connection.Close()
		}
		accepted <- connection
	}()
	plain, err := net.Dial("tcp", listener.Addr().String())
	must(t, err)
	plain.SetDeadline(time.Now().Add(2 * time.Minute))
	if client == nil {
		atClient = tls.Client(plain, clientConfig)
		err = atClient.Handshake()
	} else {
		atClient, err = client.Handshake(context.Background(), plain, clientConfig)
	}
	must(t, err)
	atServer = <-accepted
	t.Cleanup(func() { atServer.Close(); atClient.Close() })
	return atServer, atClient
}

// watched returns the ends of a connection whose client asks about the server.
func (s *scene) watched(t *testing.T, client *Client) (atServer, atClient *tls.Conn) {
	t.Helper()
	return openPair(t, s.new(s.options("web")), client, plainServer(s.good), client.Config("good.example"))
}

// readUntilClosed returns the error of a blocked reader.
func readUntilClosed(t *testing.T, end *tls.Conn) error {
	t.Helper()
	count, err := end.Read(make([]byte, 1))
	if count != 0 || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("the connection is open: %v", err)
	}
	return err
}

// writeUntilClosed returns the error of a blocked writer, whose peer does not read.
func writeUntilClosed(end *tls.Conn) error {
	for {
		if _, err := end.Write(make([]byte, 1<<16)); err != nil {
			return err
		}
	}
}

// openWatches waits until the daemon has a number of watches.
func (s *scene) openWatches(t *testing.T, count string) {
	t.Helper()
	client := s.new(s.options(""))
	for begin := time.Now(); time.Since(begin) < 2*time.Minute; pause(context.Background(), 10*time.Millisecond) {
		if _, body := get(t, client.http, "http://localhost/metrics"); strings.Contains(body, "\nanchord_watches "+count+"\n") {
			return
		}
	}
	t.Fatalf("the daemon does not have %s watches", count)
}

func (s *scene) watchBlocked(t *testing.T) {
	atServer, atClient := s.watched(t, s.watching("web"))
	exchangeBytes(t, atServer, atClient)
	_, writing := s.watched(t, s.watching("web"))
	written := make(chan error, 1)
	go func() { written <- writeUntilClosed(writing) }()
	unblock := s.block(s.good)
	err := readUntilClosed(t, atClient)
	expectDenied(t, err, "policy.blocked")
	if !strings.Contains(err.Error(), "the verdict changed") {
		t.Fatal(err)
	}
	if err := readUntilClosed(t, atServer); !errors.Is(err, syscall.ECONNRESET) {
		t.Fatal(err)
	}
	expectDenied(t, <-written, "policy.blocked")
	unblock()

	clients := s.watching("web/clients")
	atServer, atClient = openPair(t, clients, nil, clients.ServerConfig(s.good.tls()), clientConfig(s.client))
	exchangeBytes(t, atServer, atClient)
	unblock = s.block(s.client)
	expectDenied(t, readUntilClosed(t, atServer), "policy.blocked")
	readUntilClosed(t, atClient)
	unblock()
	s.openWatches(t, "0")
}

func exchangeBytes(t *testing.T, ends ...*tls.Conn) {
	t.Helper()
	for i, end := range ends {
		_, err := end.Write([]byte("x"))
		must(t, err)
		_, err = io.ReadFull(ends[1-i], make([]byte, 1))
		must(t, err)
	}
}

// watchDaemonStopped ends the daemon, which does not return.
func (s *scene) watchDaemonStopped(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		_, atClient := s.watched(t, s.watching("web"))
		must(t, s.daemon.Process.Signal(signal))
		<-s.ended
		expectNoVerdict(t, readUntilClosed(t, atClient))
		s.start()
	}
}

func (s *scene) watchEnds(t *testing.T) {
	web := s.watching("web")
	_, atClient := s.watched(t, web)
	s.openWatches(t, "1")
	atClient.Close()
	s.openWatches(t, "0")
	if _, err := atClient.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Fatal(err)
	}

	routines := runtime.NumGoroutine()
	for i := 0; i < 20; i++ {
		_, atClient := s.watched(t, web)
		atClient.Close()
	}
	s.openWatches(t, "0")
	for begin := time.Now(); runtime.NumGoroutine() > routines+2; pause(context.Background(), 10*time.Millisecond) {
		if time.Since(begin) > 2*time.Minute {
			t.Fatalf("%d goroutines, before %d", runtime.NumGoroutine(), routines)
		}
	}

	atServer, atClient := s.watched(t, web)
	s.openWatches(t, "1")
	atServer.Close()
	if err := readUntilClosed(t, atClient); err != io.EOF {
		t.Fatal(err)
	}
	atClient.Close()
	s.openWatches(t, "0")
}

const events = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

func eventOf(name, data string) string { return "event: " + name + "\ndata: " + data + "\n\n" }

const ended = `{"status":503,"code":"serverEnding","detail":"The service stops."}`

var (
	denied = strings.NewReplacer("true", "false", `"allow"`, `"deny"`).Replace(allowed)
	named  = strings.Replace(allowed, `"reasons"`, `"principal":{"kind":"email","value":"b"},"reasons"`, 1)
)

// fakeWatches closes connections after the events of a program instead of those of the daemon.
type fakeWatches map[string]struct {
	events   []string // One text for each watch. That of the last one does not end.
	expected string
}

func (s *scene) watchGarbage(t *testing.T) {
	verdict := eventOf("verdict", allowed)
	s.runWatches(t, fakeWatches{
		"changed":     {[]string{verdict + ": ping\n\n" + eventOf("changed", allowed) + eventOf("changed", denied)}, "the verdict changed: anchord: denied"},
		"renamed":     {[]string{verdict + eventOf("changed", named)}, "another principal"},
		"malformed":   {[]string{verdict + eventOf("changed", "{")}, "malformed"},
		"closed":      {[]string{verdict, ""}, "unexpected EOF"},
		"in-an-event": {[]string{verdict + "event: changed\n", ""}, "unexpected EOF"},
		"long":        {[]string{verdict + "data: " + strings.Repeat("x", largestResponse)}, "too long"},
		"silent":      {[]string{verdict}, "nothing in time"},
	})
}

func (s *scene) watchDrained(t *testing.T) {
	verdict, drain := eventOf("verdict", allowed), "retry: 1\n"+eventOf("end", ended)
	s.runWatches(t, fakeWatches{
		"once-again":    {[]string{verdict + drain, verdict + eventOf("changed", denied)}, "the verdict changed"},
		"denied-later":  {[]string{verdict + drain, eventOf("verdict", denied)}, "denied"},
		"renamed-later": {[]string{verdict + drain, eventOf("verdict", named)}, "another principal"},
		"without-retry": {[]string{verdict + eventOf("end", ended), verdict}, "serverEnding"},
	})
}

func (s *scene) runWatches(t *testing.T, watches fakeWatches) {
	for name, each := range watches {
		name, each := name, each
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := []string{}
			for _, text := range each.events {
				answers = append(answers, events+text)
			}
			client := s.watching("web")
			target, err := parseAddress(s.fake(name, answers))
			must(t, err)
			client.http = newHTTPClient(target, daemonUsers(client.options))
			if name == "silent" {
				client.silence = 10 * time.Millisecond
			}
			if _, err := s.visitWatched(t, client, s.good); !strings.Contains(err.Error(), each.expected) {
				t.Fatal(err)
			}
		})
	}
}

// watchOpening refuses connections whose watch does not begin with an allowed verdict.
func (s *scene) watchOpening(t *testing.T) {
	for name, answer := range map[string]string{
		"no-event":      "",
		"other-event":   events + eventOf("changed", allowed),
		"no-name":       events + "data: " + allowed + "\n\n",
		"other-type":    response("200 OK", "", allowed),
		"unended-event": events + "event: verdict\ndata: " + allowed + "\n",
		"silent":        events,
	} {
		options := s.options("web")
		options.Watch = true
		options.Deadline = time.Minute
		if name == "silent" {
			options.Deadline = 800 * time.Millisecond
		}
		options.Address = s.fake("opening-"+name, []string{answer, ""})
		isAccepted, err := s.visitWatched(t, s.new(options), s.good)
		if expectNoVerdict(t, err); isAccepted {
			t.Fatalf("%s: the connection was accepted", name)
		}
	}
	web := s.watching("web")
	isAccepted, err := s.visitWatched(t, web, s.expired)
	if expectDenied(t, err, "time.expired"); isAccepted {
		t.Fatal("an expired certificate was accepted")
	}
	s.openWatches(t, "0")
	// Without the connection, the check refuses the peer.
	expectNoVerdict(t, s.visit(web, s.good, "good.example"))
	clients := s.watching("web/clients")
	serverError, _, _ := pair(t, clients.ServerConfig(s.good.tls()), clientConfig(s.client))
	expectNoVerdict(t, serverError)
}

// visitWatched returns the error of a handshake, or that with which a blocked reader returns: the watch may break at any time.
func (s *scene) visitWatched(t *testing.T, client *Client, server identity) (isAccepted bool, err error) {
	t.Helper()
	atServer, plain := net.Pipe()
	defer atServer.Close()
	plain.SetDeadline(time.Now().Add(2 * time.Minute))
	go tls.Server(atServer, plainServer(server)).Handshake()
	atClient, err := client.Handshake(context.Background(), plain, client.Config("good.example"))
	if err != nil {
		return false, err
	}
	defer atClient.Close()
	return true, readUntilClosed(t, atClient)
}

// watchTransport closes connections of net/http.
func (s *scene) watchTransport(t *testing.T) {
	clients := s.watching("web/clients")
	handler := http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		writer.(http.Flusher).Flush()
		<-request.Context().Done() // Until the connection is closed.
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	config := clients.ServerConfig(s.good.tls())
	config.NextProtos = []string{"h2", "http/1.1"}
	watching := &http.Server{Handler: handler}
	defer watching.Close()
	go watching.Serve(clients.Listener(listener, config))
	remote := &http.Client{Transport: &http.Transport{TLSClientConfig: clientConfig(s.client), ForceAttemptHTTP2: true}}
	defer remote.CloseIdleConnections()
	response, err := remote.Get("https://" + listener.Addr().String())
	must(t, err)
	defer response.Body.Close()
	if response.ProtoMajor != 2 {
		t.Fatal(response.Proto)
	}
	unblock := s.block(s.client)
	if _, err := io.ReadAll(response.Body); err == nil {
		t.Fatal("the response of a blocked client ended")
	}
	unblock()

	server := httptest.NewUnstartedServer(handler)
	server.TLS = plainServer(s.good)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	web := &http.Client{Transport: s.watching("web").Transport()}
	response, err = web.Get(server.URL)
	must(t, err)
	defer response.Body.Close()
	unblock = s.block(s.good)
	_, err = io.ReadAll(response.Body)
	expectDenied(t, err, "policy.blocked")
	unblock()
	s.openWatches(t, "0")
}
