package anchord

import (
	"context"
	"crypto/tls"
	"net"
	"sync/atomic"
)

// A watchedConn is the connection below a TLS connection. Its watch lives as long.
type watchedConn struct {
	net.Conn
	ctx   context.Context // Until the connection is closed.
	close context.CancelFunc

	isWatched atomic.Bool
	reason    atomic.Pointer[error] // Why the end of the watch closed the connection, or nil.
}

func newWatchedConn(plain net.Conn) *watchedConn {
	ctx, cancel := context.WithCancel(context.Background())
	return &watchedConn{Conn: plain, ctx: ctx, close: cancel}
}

func (c *watchedConn) Read(bytes []byte) (int, error) {
	count, err := c.Conn.Read(bytes)
	return count, c.explain(err)
}

func (c *watchedConn) Write(bytes []byte) (int, error) {
	count, err := c.Conn.Write(bytes)
	return count, c.explain(err)
}

// Close also ends the watch.
func (c *watchedConn) Close() error {
	c.close()
	return c.Conn.Close()
}

// explain returns the reason in the place of an error that the end of the watch has caused.
func (c *watchedConn) explain(err error) error {
	if reason := c.reason.Load(); err != nil && reason != nil {
		return *reason
	}
	return err
}

// ask asks with a watch, and closes the connection when the watch ends.
func (c *watchedConn) ask(client *Client, question Question) error {
	if c.isWatched.Swap(true) {
		return noVerdict("a connection cannot be watched twice", nil)
	}
	watch := &watch{client: client, question: question}
	if err := watch.open(c.ctx); err != nil {
		watch.end()
		return err
	}
	go func() {
		if reason := watch.run(c.ctx); c.ctx.Err() == nil {
			c.reason.Store(&reason)
			c.reset()
		}
	}()
	return nil
}

// reset closes the connection, and does not send what the kernel still has for the peer.
func (c *watchedConn) reset() {
	if plain, ok := c.Conn.(*net.TCPConn); ok {
		plain.SetLinger(0)
	}
	c.Close()
}

// Handshake secures a connection as a client, and asks about the server. The configuration is that of Config, which the program may have
// extended. With the option Watch, the connection is closed when the verdict changes, so that its methods return the reason.
func (c *Client) Handshake(ctx context.Context, plain net.Conn, config *tls.Config) (*tls.Conn, error) {
	ask := c.askOnce
	if c.options.Watch {
		watched := newWatchedConn(plain)
		plain, ask = watched, func(question Question) error { return watched.ask(c, question) }
	}
	config = config.Clone()
	config.VerifyConnection = verifyServer(config.ServerName, ask)
	connection := tls.Client(plain, config)
	if err := connection.HandshakeContext(ctx); err != nil {
		plain.Close()
		return nil, err
	}
	return connection, nil
}

// Listener returns a listener of TLS connections, for example for http.Server.Serve. The configuration is that of ServerConfig, which
// the program may have extended, but not with GetConfigForClient. With the option Watch, a connection is closed when the verdict
// about its client changes, so that its methods return the reason.
func (c *Client) Listener(inner net.Listener, config *tls.Config) net.Listener {
	if !c.options.Watch {
		return tls.NewListener(inner, config)
	}
	base := config.Clone()
	base.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		own := config.Clone()
		own.VerifyConnection = verifyClient(func(question Question) error {
			return hello.Conn.(*watchedConn).ask(c, question)
		})
		return own, nil
	}
	return tls.NewListener(&watchedListener{inner}, base)
}

type watchedListener struct{ net.Listener }

func (l *watchedListener) Accept() (net.Conn, error) {
	plain, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return newWatchedConn(plain), nil
}
