extension ChainOptions {
    /// The first option that says something about chains, which the questions of a log say themselves; nil if there is none.
    var optionWithoutEffectOnLogs: String? {
        let options = [
            ("--policy", policy != nil), ("--host", host != nil), ("--anchors", !anchors.isEmpty),
            ("--intermediates", !intermediates.isEmpty), ("--crl", !crl.isEmpty), ("--ocsp", !ocsp.isEmpty),
            ("--sct", !sct.isEmpty),
        ]
        return options.first(where: \.1)?.0
    }
}
