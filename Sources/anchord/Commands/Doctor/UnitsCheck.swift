/// Asks systemd about the units of anchord.
struct UnitsCheck: DoctorCheck {
    private static let name = "units"
    private static let properties = "Id,LoadState,ActiveState,UnitFileState"

    func findings(in context: DoctorContext) -> [DoctorFinding] {
        let usesFetcher = context.values.network.enabled && context.values.network.fetcher != nil
        let units = ["anchord.service", "anchord.socket"] + (usesFetcher ? ["anchord-fetcher.socket"] : [])
        let command = ["systemctl", "show", "--property=\(Self.properties)"] + units
        guard let result = SystemCommand.run(command), result.status == 0 else {
            return [.ok(Self.name, "systemd does not run here, so units are not checked")]
        }
        return result.output.split(separator: "\n\n").map { Self.finding(Self.values(of: $0)) }
    }

    private static func values(of block: Substring) -> [Substring: Substring] {
        let pairs = block.split(separator: "\n").compactMap { line -> (Substring, Substring)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func finding(_ values: [Substring: Substring]) -> DoctorFinding {
        let unit = values["Id"] ?? "?"
        let (load, active) = (values["LoadState"] ?? "", values["ActiveState"] ?? "")
        let enabled = values["UnitFileState"] ?? ""
        if load == "masked" {
            return .warn(
                name,
                "\(unit) is masked",
                fix: "run `systemctl unmask \(unit)`, unless it is masked on purpose"
            )
        }
        if load != "loaded" {
            return .warn(
                name,
                "\(unit) is not loaded (\(load))",
                fix: "install the unit, as the page Operations describes"
            )
        }
        if active == "failed" {
            let fix =
                "read `journalctl --unit=\(unit) --lines=50`, correct the cause, and run `systemctl restart \(unit)`"
            return .fail(name, "\(unit) has failed", fix: fix)
        }
        if active != "active", active != "reloading", active != "activating" {
            return .fail(name, "\(unit) is \(active)", fix: "run `systemctl enable --now \(unit)`")
        }
        guard enabled != "disabled" else {
            return .warn(
                name,
                "\(unit) is \(active), but does not start at boot",
                fix: "run `systemctl enable \(unit)`"
            )
        }
        return .ok(name, "\(unit) is \(active)" + (enabled.isEmpty ? "" : " and \(enabled)"))
    }
}
