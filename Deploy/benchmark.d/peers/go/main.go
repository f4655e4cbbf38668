// The Go peer of the benchmark: a server that evaluates the same requests as anchord with Go's net/http and crypto/x509.
//
//	peer ADDRESS SOCKET ROOTS
//
// It listens on the TCP address and the Unix socket. It trusts the roots in the system trust store and in the PEM file.
package main

import (
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

const maximumBodyBytes = 1 << 20

type question struct {
	Chain  string `json:"chain"`
	Host   string `json:"host"`
	Policy string `json:"policy"`
}

type element struct {
	Depth        int    `json:"depth"`
	Subject      string `json:"subject"`
	Issuer       string `json:"issuer"`
	SerialNumber string `json:"serialNumber"`
	SHA256       string `json:"sha256"`
	NotBefore    string `json:"notBefore"`
	NotAfter     string `json:"notAfter"`
}

type verdict struct {
	Trusted bool      `json:"trusted"`
	Policy  string    `json:"policy"`
	Reasons []string  `json:"reasons"`
	Path    []element `json:"path"`
}

// certificates parses all certificates in a PEM text.
func certificates(text []byte) ([]*x509.Certificate, error) {
	var list []*x509.Certificate
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			break
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		list = append(list, certificate)
	}
	if len(list) == 0 {
		return nil, errors.New("no certificate")
	}
	return list, nil
}

// evaluate verifies a chain and returns the verdict.
func evaluate(asked question, chain []*x509.Certificate, roots *x509.CertPool) verdict {
	above := x509.NewCertPool()
	for _, certificate := range chain[1:] {
		above.AddCert(certificate)
	}
	options := x509.VerifyOptions{
		DNSName:       asked.Host,
		Intermediates: above,
		Roots:         roots,
		KeyUsages:     []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	answer := verdict{Policy: asked.Policy, Reasons: []string{}, Path: []element{}}
	paths, err := chain[0].Verify(options)
	if err != nil {
		answer.Reasons = append(answer.Reasons, err.Error())
		return answer
	}
	answer.Trusted = true
	for depth, certificate := range paths[0] {
		digest := sha256.Sum256(certificate.Raw)
		answer.Path = append(answer.Path, element{
			Depth:        depth,
			Subject:      certificate.Subject.String(),
			Issuer:       certificate.Issuer.String(),
			SerialNumber: certificate.SerialNumber.Text(16),
			SHA256:       hex.EncodeToString(digest[:]),
			NotBefore:    certificate.NotBefore.Format(time.RFC3339),
			NotAfter:     certificate.NotAfter.Format(time.RFC3339),
		})
	}
	return answer
}

func evaluations(roots *x509.CertPool) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		var asked question
		body := http.MaxBytesReader(response, request.Body, maximumBodyBytes)
		if err := json.NewDecoder(body).Decode(&asked); err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		chain, err := certificates([]byte(asked.Chain))
		if err != nil {
			http.Error(response, err.Error(), http.StatusUnprocessableEntity)
			return
		}
		text, err := json.Marshal(evaluate(asked, chain, roots))
		if err != nil {
			http.Error(response, err.Error(), http.StatusInternalServerError)
			return
		}
		response.Header().Set("Content-Type", "application/json")
		response.Header().Set("Content-Length", strconv.Itoa(len(text)))
		response.Write(text)
	}
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: peer ADDRESS SOCKET ROOTS")
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	roots.AppendCertsFromPEM(text)
	http.HandleFunc("/v1/evaluations", evaluations(roots))
	socket, err := net.Listen("unix", os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	go http.Serve(socket, nil)
	log.Fatal(http.Serve(listener, nil))
}
