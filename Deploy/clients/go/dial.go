package anchord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A target is the address of a daemon.
type target struct {
	network, address string
	isLoopback       bool
}

const addressForms = "write /PATH, unix:/PATH, tcp:HOST:PORT or http://HOST:PORT"

func parseAddress(text string) (target, error) {
	if path := strings.TrimPrefix(text, "unix:"); strings.HasPrefix(path, "/") {
		return target{"unix", path, true}, nil
	}
	var address string
	switch {
	case strings.HasPrefix(text, "tcp:"):
		address = strings.TrimPrefix(text, "tcp:")
	case strings.HasPrefix(text, "http://"):
		address = strings.TrimPrefix(text, "http://")
	default:
		return target{}, fmt.Errorf("anchord: the address %q has an unknown form: %s", text, addressForms)
	}
	parsed, err := netip.ParseAddrPort(address)
	if err != nil || parsed.Port() == 0 || parsed.Addr().Zone() != "" {
		return target{}, fmt.Errorf("anchord: the host of the address %q is not numeric, such as 127.0.0.1, or the port is missing: %s", text, addressForms)
	}
	return target{"tcp", parsed.String(), parsed.Addr().IsLoopback()}, nil
}

func readToken(options Options, target target) (string, error) {
	token := options.Token
	if options.TokenFile != "" {
		if token != "" {
			return "", errors.New("anchord: Token and TokenFile are both set")
		}
		content, err := os.ReadFile(options.TokenFile)
		if err != nil {
			return "", fmt.Errorf("anchord: %w", err)
		}
		if token = strings.TrimRight(string(content), "\r\n"); token == "" {
			return "", fmt.Errorf("anchord: the file %s has no token", options.TokenFile)
		}
	}
	for _, character := range token {
		if character <= ' ' || character >= 0x7F {
			return "", errors.New("anchord: the token has other characters than visible ASCII")
		}
	}
	if token != "" && !target.isLoopback {
		return "", errors.New("anchord: a token is sent only to Unix sockets and loopback addresses")
	}
	return token, nil
}

// daemonUsers returns the users that may own the socket.
func daemonUsers(options Options) map[uint32]bool {
	users := map[uint32]bool{0: true}
	for _, number := range options.DaemonUsers {
		users[number] = true
	}
	if found, err := user.Lookup("anchord"); err == nil {
		if number, err := strconv.ParseUint(found.Uid, 10, 32); err == nil {
			users[uint32(number)] = true
		}
	}
	return users
}

// newHTTPClient returns a client that connects to the target only, without proxies and redirections.
func newHTTPClient(target target, users map[uint32]bool) *http.Client {
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dial(ctx, target, users)
		},
		Proxy:                  nil,
		DisableCompression:     true,
		MaxIdleConnsPerHost:    16,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: 16 << 10,
	}
	refuse := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &http.Client{Transport: transport, CheckRedirect: refuse}
}

func dial(ctx context.Context, target target, users map[uint32]bool) (net.Conn, error) {
	for {
		connection, err := (&net.Dialer{}).DialContext(ctx, target.network, target.address)
		if errors.Is(err, syscall.EAGAIN) && pause(ctx, 5*time.Millisecond) {
			continue // The queue of the socket is full.
		}
		if err != nil || target.network != "unix" {
			return connection, err
		}
		owner, err := ownerOf(connection.(*net.UnixConn))
		if err == nil && !users[owner] {
			err = fmt.Errorf("%s belongs to the user %d, not to root or anchord", target.address, owner)
		}
		if err != nil {
			connection.Close()
			return nil, err
		}
		return connection, nil
	}
}

// pause returns whether the context is not done after the time.
func pause(ctx context.Context, duration time.Duration) bool {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// ownerOf returns the user of the process that listens on the socket.
func ownerOf(connection *net.UnixConn) (uint32, error) {
	raw, err := connection.SyscallConn()
	if err != nil {
		return 0, err
	}
	var peer *syscall.Ucred
	var failure error
	err = raw.Control(func(descriptor uintptr) {
		peer, failure = syscall.GetsockoptUcred(int(descriptor), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if err == nil {
		err = failure
	}
	if err != nil {
		return 0, err
	}
	return peer.Uid, nil
}
