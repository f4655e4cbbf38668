package anchord

import (
	"context"
	"crypto/tls"
)

// Config returns the configuration of a TLS client whose servers anchord decides about, also in resumed sessions.
//
// Host is the name or the address to which the client connects. If it is empty, it is the ServerName of the configuration,
// which must be a name: crypto/tls does not pass an address to the check.
//
// The program may add certificates, protocols and a ClientSessionCache. It must not change VerifyConnection and
// InsecureSkipVerify, which only turns off the verification of crypto/tls itself.
func (c *Client) Config(host string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS12,
		ServerName:         host,
		InsecureSkipVerify: true,
		VerifyConnection:   verifyServer(host, c.askOnce),
	}
}

// verifyServer returns a check that asks about a server.
func verifyServer(host string, ask func(Question) error) func(tls.ConnectionState) error {
	return func(state tls.ConnectionState) error {
		if host != "" {
			state.ServerName = host
		}
		if state.ServerName == "" {
			return noVerdict("the host of the server is missing: pass it to Config", nil)
		}
		return ask(questionAboutServer(state))
	}
}

// askOnce asks in the check of crypto/tls, which does not pass the connection on, so that it cannot be watched.
func (c *Client) askOnce(question Question) error {
	if c.options.Watch {
		return noVerdict("the connection cannot be watched: use Handshake, Transport or Listener", nil)
	}
	_, err := c.Ask(context.Background(), question)
	return err
}

// ServerConfig returns the configuration of a TLS server whose clients anchord decides about, also in resumed sessions.
//
// Every client must have a certificate. The program adds its own certificates, and must not change VerifyConnection and
// ClientAuth.
func (c *Client) ServerConfig(certificates ...tls.Certificate) *tls.Config {
	return &tls.Config{
		MinVersion:       tls.VersionTLS12,
		Certificates:     certificates,
		ClientAuth:       tls.RequireAnyClientCert,
		VerifyConnection: verifyClient(c.askOnce),
	}
}

// verifyClient returns a check that asks about a client.
func verifyClient(ask func(Question) error) func(tls.ConnectionState) error {
	return func(state tls.ConnectionState) error {
		return ask(Question{Chain: chainOf(state), IsClient: true})
	}
}

// AskAboutClient asks about the client of a connection, whose handshake is complete. The verdict has its principal.
func (c *Client) AskAboutClient(ctx context.Context, state tls.ConnectionState) (*Verdict, error) {
	return c.Ask(ctx, Question{Chain: chainOf(state), IsClient: true})
}

func questionAboutServer(state tls.ConnectionState) Question {
	question := Question{Chain: chainOf(state), Host: state.ServerName, SCTs: state.SignedCertificateTimestamps}
	if len(state.OCSPResponse) > 0 {
		question.OCSP = [][]byte{state.OCSPResponse}
	}
	return question
}

func chainOf(state tls.ConnectionState) [][]byte {
	var chain [][]byte
	for _, certificate := range state.PeerCertificates {
		chain = append(chain, certificate.Raw)
	}
	return chain
}
