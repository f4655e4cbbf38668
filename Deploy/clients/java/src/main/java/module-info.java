/** Asks anchord about the certificates of TLS peers, and refuses the connection unless it allows them. */
module example.anchord {
    requires jdk.net;

    exports example.anchord;
}
