// A TLS client without a private key: anchord signs the digests of its handshakes.
//
// The identity needs "digests: true" in the configuration of anchord, because a crypto.Signer receives only a digest.
package main

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// An identity signs with a private key of anchord. It implements crypto.Signer.
type identity struct {
	anchord *http.Client
	name    string
	public  crypto.PublicKey
}

type signatureRequest struct {
	Algorithm string `json:"algorithm"`
	Digest    []byte `json:"digest,omitempty"`
	Message   []byte `json:"message,omitempty"`
}

func (i identity) Public() crypto.PublicKey { return i.public }

// Sign sends a digest to anchord, or for Ed25519 the message, and returns the signature.
func (i identity) Sign(_ io.Reader, digest []byte, options crypto.SignerOpts) ([]byte, error) {
	algorithm := "ecdsa"
	switch i.public.(type) {
	case ed25519.PublicKey:
		return i.post(signatureRequest{Algorithm: "ed25519", Message: digest})
	case *rsa.PublicKey:
		algorithm = "rsaPKCS1"
		if pss, ok := options.(*rsa.PSSOptions); ok {
			algorithm = "rsaPSS"
			if pss.SaltLength != rsa.PSSSaltLengthEqualsHash && pss.SaltLength != options.HashFunc().Size() {
				return nil, errors.New("anchord signs with salts of the length of the digest")
			}
		}
	}
	algorithm += "With" + strings.ReplaceAll(options.HashFunc().String(), "-", "")
	return i.post(signatureRequest{Algorithm: algorithm, Digest: digest})
}

func (i identity) post(request signatureRequest) ([]byte, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	address := "http://localhost/v1/identities/" + url.PathEscape(i.name) + "/signatures"
	response, err := i.anchord.Post(address, "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer struct {
		Signature     []byte
		Title, Detail string
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("anchord: %s: %w", response.Status, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("anchord: %s: %s: %s", response.Status, answer.Title, answer.Detail)
	}
	return answer.Signature, nil
}

// certificate reads the certificates of an identity, whose private key is in anchord.
func certificate(file, socket, name string) (tls.Certificate, error) {
	var result tls.Certificate
	text, err := os.ReadFile(file)
	if err != nil {
		return result, err
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		result.Certificate = append(result.Certificate, block.Bytes)
	}
	if len(result.Certificate) == 0 {
		return result, fmt.Errorf("%s: no certificate", file)
	}
	result.Leaf, err = x509.ParseCertificate(result.Certificate[0])
	if err != nil {
		return result, fmt.Errorf("%s: %w", file, err)
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}
	anchord := &http.Client{Transport: &http.Transport{DialContext: dial}}
	result.PrivateKey = identity{anchord, name, result.Leaf.PublicKey}
	return result, nil
}

func main() {
	log.SetFlags(0)
	socket := flag.String("socket", "/run/anchord/anchord.sock", "the Unix socket of anchord")
	name := flag.String("identity", "", "the name of the identity in anchord")
	certificates := flag.String("certificates", "", "a PEM file with the certificates of the identity")
	server := flag.String("server", "", "the host and port of the server")
	ca := flag.String("ca", "", "a PEM file with the server's root; default: the roots of the system")
	version := flag.String("max-version", "1.3", "1.2 or 1.3")
	flag.Parse()

	client, err := certificate(*certificates, *socket, *name)
	if err != nil {
		log.Fatal(err)
	}
	configuration := &tls.Config{Certificates: []tls.Certificate{client}, MinVersion: tls.VersionTLS12}
	if *version == "1.2" {
		configuration.MaxVersion = tls.VersionTLS12
	}
	if *ca != "" {
		text, err := os.ReadFile(*ca)
		if err != nil {
			log.Fatal(err)
		}
		configuration.RootCAs = x509.NewCertPool()
		if !configuration.RootCAs.AppendCertsFromPEM(text) {
			log.Fatalf("%s: no certificate", *ca)
		}
	}
	remote := &http.Client{Transport: &http.Transport{TLSClientConfig: configuration}}
	response, err := remote.Get("https://" + *server + "/")
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(os.Stdout, response.Body); err != nil {
		log.Fatal(err)
	}
}
