package anchord

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A profile describes a certificate.
type profile struct {
	name    string
	usage   x509.ExtKeyUsage // 0 for a CA
	expired bool
}

type identity struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func (i identity) tls() tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{i.certificate.Raw}, PrivateKey: i.key, Leaf: i.certificate}
}

func (i identity) pin() string {
	digest := sha256.Sum256(i.certificate.RawSubjectPublicKeyInfo)
	return "sha256/" + base64.StdEncoding.EncodeToString(digest[:])
}

var serial int64 = 1000

// issue makes a certificate; without an issuer, it is self-signed.
func issue(t testing.TB, issuer *identity, profile profile) identity {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	serial++
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: profile.name},
		NotBefore: time.Now().Add(-240 * time.Hour), NotAfter: time.Now().Add(480 * time.Hour),
		BasicConstraintsValid: true, IsCA: profile.usage == 0, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
	if profile.usage != 0 {
		template.KeyUsage = x509.KeyUsageDigitalSignature
		template.ExtKeyUsage = []x509.ExtKeyUsage{profile.usage}
		template.DNSNames = []string{profile.name}
		template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	if profile.expired {
		template.NotAfter = time.Now().Add(-24 * time.Hour)
	}
	parent, signer := template, key
	if issuer != nil {
		parent, signer = issuer.certificate, issuer.key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	must(t, err)
	certificate, err := x509.ParseCertificate(der)
	must(t, err)
	return identity{certificate, key}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A scene has a daemon and certificates.
type scene struct {
	t                                                                      *testing.T
	directory, program                                                     string
	daemon                                                                 *exec.Cmd
	ended                                                                  chan struct{}
	root, other, good, expired, otherHost, unknown, pinned, client, server identity
}

func newScene(t *testing.T) *scene {
	program := os.Getenv("ANCHORD_PROGRAM")
	if program == "" {
		t.Skip("ANCHORD_PROGRAM does not name the program anchord")
	}
	s := &scene{t: t, directory: t.TempDir(), program: program}
	s.root = issue(t, nil, profile{name: "Root"})
	s.other = issue(t, nil, profile{name: "Other Root"})
	s.good = issue(t, &s.root, profile{name: "good.example", usage: x509.ExtKeyUsageServerAuth})
	s.expired = issue(t, &s.root, profile{name: "good.example", usage: x509.ExtKeyUsageServerAuth, expired: true})
	s.otherHost = issue(t, &s.root, profile{name: "other.example", usage: x509.ExtKeyUsageServerAuth})
	s.unknown = issue(t, &s.other, profile{name: "good.example", usage: x509.ExtKeyUsageServerAuth})
	s.pinned = issue(t, &s.root, profile{name: "pinned.example", usage: x509.ExtKeyUsageServerAuth})
	s.client = issue(t, &s.root, profile{name: "billing.example", usage: x509.ExtKeyUsageClientAuth})
	s.server = issue(t, &s.root, profile{name: "billing.example", usage: x509.ExtKeyUsageServerAuth})
	s.writePEM("root.pem", s.root)
	s.writePEM("other.pem", s.other)
	must(t, os.Mkdir(filepath.Join(s.directory, "policies"), 0o700))
	s.write("policies/web.yaml", fmt.Sprintf(`
hosts: {pinned.example: pinned}
otherwise: web
policies:
  web: {evaluator: default, anchors: [%[1]s/root.pem]}
  pinned: {evaluator: pinPublicKeys, anchors: [%[1]s/root.pem], requireBackupPin: false, pins: [%[2]q]}
  clients:
    evaluator: default
    anchors: [%[1]s/root.pem]
    purpose: clientAuth
    validateHost: false
    allowedClients: {dnsNames: [billing.example]}
`, s.directory, s.good.pin()))
	s.writeChanging("root.pem")
	s.writeCRL()
	s.write("policies/revoked.yaml", fmt.Sprintf("otherwise: web\npolicies:\n  web: {evaluator: default, anchors: [%[1]s/root.pem], "+
		"revocation: {crls: [%[1]s/root.crl]}}\n", s.directory))
	current, err := user.Current()
	must(t, err)
	s.write("anchord.yaml", fmt.Sprintf(`
listen: ["unix:%[1]s/anchord.sock"]
policies: %[1]s/policies
blocks: {directory: %[1]s/blocks}
clients:
  - {name: tests, unixUser: %[2]s, may: [evaluate, read, reload, block]}
`, s.directory, current.Username))
	s.start()
	t.Cleanup(s.stop)
	return s
}

func (s *scene) writeChanging(anchor string) {
	s.write("policies/changing.yaml", fmt.Sprintf("otherwise: web\npolicies:\n  web: {evaluator: default, anchors: [%s/%s]}\n", s.directory, anchor))
}

// writeCRL writes the CRL of the root.
func (s *scene) writeCRL(revoked ...*x509.Certificate) {
	serial++
	list := &x509.RevocationList{Number: big.NewInt(serial), ThisUpdate: time.Now().Add(-time.Hour), NextUpdate: time.Now().Add(time.Hour)}
	for _, each := range revoked {
		entry := pkix.RevokedCertificate{SerialNumber: each.SerialNumber, RevocationTime: list.ThisUpdate}
		list.RevokedCertificates = append(list.RevokedCertificates, entry)
	}
	der, err := x509.CreateRevocationList(rand.Reader, list, s.root.certificate, s.root.key)
	must(s.t, err)
	s.write("root.crl", string(der))
}

func (s *scene) write(name, text string) {
	s.t.Helper()
	must(s.t, os.WriteFile(filepath.Join(s.directory, name), []byte(text), 0o600))
}

func (s *scene) writePEM(name string, identity identity) {
	s.write(name, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: identity.certificate.Raw})))
}

// start starts the daemon, and waits until it accepts connections or ends.
func (s *scene) start() {
	log, err := os.OpenFile(filepath.Join(s.directory, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	must(s.t, err)
	defer log.Close()
	s.daemon = exec.Command(s.program, "serve", "--config", filepath.Join(s.directory, "anchord.yaml"))
	s.daemon.Stderr = log
	s.daemon.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	must(s.t, s.daemon.Start())
	s.ended = make(chan struct{})
	go func(daemon *exec.Cmd, ended chan struct{}) {
		daemon.Wait()
		close(ended)
	}(s.daemon, s.ended)
	for tries := 0; tries < 6000; tries++ {
		if connection, err := net.Dial("unix", s.socket()); err == nil {
			connection.Close()
			return
		}
		select {
		case <-s.ended:
			text, _ := os.ReadFile(filepath.Join(s.directory, "log"))
			s.t.Fatalf("the daemon ended: %s", text)
		case <-time.After(20 * time.Millisecond):
		}
	}
	s.t.Fatal("the daemon does not start")
}

// stop ends the daemon, and waits for its end.
func (s *scene) stop() {
	s.daemon.Process.Signal(syscall.SIGCONT)
	s.daemon.Process.Signal(syscall.SIGTERM)
	<-s.ended
}

func (s *scene) socket() string { return filepath.Join(s.directory, "anchord.sock") }

// options returns the options of a client of the daemon.
func (s *scene) options(policy string) Options {
	return Options{Address: "unix:" + s.socket(), Policy: policy, DaemonUsers: []uint32{uint32(os.Getuid())}}
}

func (s *scene) new(options Options) *Client {
	s.t.Helper()
	client, err := New(options)
	must(s.t, err)
	s.t.Cleanup(client.http.CloseIdleConnections)
	return client
}

// request sends a request to the daemon, which must succeed.
func (s *scene) request(method, path, body string) {
	s.t.Helper()
	client := s.new(s.options(""))
	request, err := http.NewRequestWithContext(context.Background(), method, "http://localhost"+path, bytes.NewReader([]byte(body)))
	must(s.t, err)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.http.Do(request)
	must(s.t, err)
	response.Body.Close()
	if response.StatusCode >= 300 {
		s.t.Fatalf("%s %s: %s", method, path, response.Status)
	}
}

// block blocks a key until the returned function is called.
func (s *scene) block(identity identity) func() {
	s.t.Helper()
	s.request("PUT", "/v1/blocks/test", fmt.Sprintf(`{"match": {"spkiSha256": [%q]}, "reason": "stolen"}`, identity.pin()))
	return func() { s.request("DELETE", "/v1/blocks/test", "") }
}
