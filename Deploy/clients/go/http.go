package anchord

import (
	"context"
	"log"
	"net"
	"net/http"
	"time"
)

// Transport returns a RoundTripper that asks about each server, before it sends the request. It refuses requests without TLS.
//
// Connections are kept for 90 seconds of idleness. A block has an effect on new connections, and with the option Watch on open
// ones; otherwise, call CloseIdleConnections of the http.Client to end idle ones.
func (c *Client) Transport() http.RoundTripper {
	dialer := &net.Dialer{Timeout: 30 * time.Second}
	return &secureTransport{&http.Transport{
		ForceAttemptHTTP2: true,
		MaxIdleConns:      100,
		IdleConnTimeout:   90 * time.Second,
		DialContext:       dialer.DialContext,
		DialTLSContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			host, _, err := net.SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			config := c.Config(host)
			config.NextProtos = []string{"h2", "http/1.1"}
			ctx, cancel := context.WithTimeout(ctx, dialer.Timeout)
			defer cancel()
			plain, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return c.Handshake(ctx, plain, config)
		},
	}}
}

type secureTransport struct {
	transport *http.Transport
}

func (t *secureTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Scheme != "https" {
		if request.Body != nil {
			request.Body.Close()
		}
		return nil, noVerdict("the address "+request.URL.Redacted()+" has no TLS", nil)
	}
	return t.transport.RoundTrip(request)
}

// CloseIdleConnections closes kept connections, so that the next requests ask.
func (t *secureTransport) CloseIdleConnections() { t.transport.CloseIdleConnections() }

type principalKey struct{}

// Handler asks about the client of each request, and passes its principal on in the context. A block therefore has an effect on
// the next request, also on open connections. Requests of clients that are not allowed receive the status 403.
func (c *Client) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if request.TLS == nil {
			http.Error(writer, "TLS is required", http.StatusForbidden)
			return
		}
		verdict, err := c.AskAboutClient(request.Context(), *request.TLS)
		if err != nil {
			logError(request, err) // The client does not receive the reasons.
			http.Error(writer, "the certificate is not allowed", http.StatusForbidden)
			return
		}
		ctx := context.WithValue(request.Context(), principalKey{}, verdict.Principal)
		next.ServeHTTP(writer, request.WithContext(ctx))
	})
}

// logError writes to the log of the server, as net/http does for handshakes.
func logError(request *http.Request, err error) {
	server, _ := request.Context().Value(http.ServerContextKey).(*http.Server)
	if server != nil && server.ErrorLog != nil {
		server.ErrorLog.Printf("%s: %v", request.RemoteAddr, err)
	} else {
		log.Printf("%s: %v", request.RemoteAddr, err)
	}
}

// PrincipalFrom returns the principal of the client of a request, or nil if the policy names none.
func PrincipalFrom(ctx context.Context) *Principal {
	principal, _ := ctx.Value(principalKey{}).(*Principal)
	return principal
}
