package import TrustModel

/// A policy's requirements on certificate timestamps (`transparency` in documents).
package struct TransparencyRequirements: Sendable {
    /// The requirements of a client, by its name in documents.
    package enum Preset: String, Sendable, CaseIterable {
        case chrome
        case apple
    }

    /// Numbers for leaves that are valid for up to 180 days, and for longer ones.
    package struct Numbers: Sendable, Hashable {
        /// The number for leaves that are valid for up to 180 days.
        package var upTo180Days: Int
        /// The number for leaves that are valid for more than 180 days.
        package var longer: Int

        /// Creates two numbers.
        package init(upTo180Days: Int, longer: Int) {
            self.upTo180Days = upTo180Days
            self.longer = longer
        }
    }

    /// The required number of logs.
    package var timestamps: Numbers
    /// The required number of operators.
    package var operators: Int
    /// The maximum number of accepted logs of one operator; nil for no limit.
    package var maximumPerOperator: Numbers?
    /// Whether the period of 180 days includes its last second.
    ///
    /// Chrome subtracts notBefore from notAfter. Apple counts both ends (RFC 5280 section 4.1.2.5), so that its period is
    /// one second longer.
    package var includesLastSecond: Bool
    /// The age of the log list, in seconds, from which timestamps are not required.
    package var maximumListAge: Int64
    /// The logs.
    package let logs: TransparencyLogList

    /// Creates the requirements of a client.
    ///
    /// The numbers are those of Chrome's Certificate Transparency policy of 2022 and of Apple's policy (support article
    /// 103214). Chrome stops enforcing with a log list of 70 days; Apple publishes no such age.
    package init(_ preset: Preset = .chrome, logs: TransparencyLogList) {
        timestamps = Numbers(upTo180Days: 2, longer: 3)
        operators = 2
        maximumPerOperator = preset == .apple ? Numbers(upTo180Days: 1, longer: 2) : nil
        includesLastSecond = preset == .apple
        maximumListAge = 70 * 86400
        self.logs = logs
    }

    /// The requirements as a clause for operators.
    var summary: String {
        "timestamps of \(timestamps.upTo180Days) logs, or \(timestamps.longer) for more than 180 days, and of \(operators) "
            + "operators"
    }

    /// Whether the log list is too old to require timestamps.
    func isListStale(at time: Moment) -> Bool {
        time.hasEnded(logs.lastFreshSecond(maximumAge: maximumListAge))
    }

    /// Whether a leaf is valid for more than 180 days; true if its validity period is malformed.
    func isLong(_ leaf: CertificateFacts) -> Bool {
        guard let lifetime = leaf.lifetime else { return true }
        return (includesLastSecond ? lifetime : lifetime - 1) > 180 * 86400
    }
}

extension TransparencyRequirements.Numbers {
    subscript(isLong: Bool) -> Int { isLong ? longer : upTo180Days }
}
