extension DistributionPoint {
    /// The URIs among the first ``Name/maximumForms`` forms of the point's full name; empty for other names.
    package var locations: [String] {
        guard case .full(let names) = name else { return [] }
        return names.prefix(Name.maximumForms).compactMap { name in
            if case .uri(let location) = name { location } else { nil }
        }
    }
}

extension [DistributionPoint] {
    /// The URIs of all points, at most 32.
    package var locations: [String] {
        [String](lazy.flatMap { $0.locations }.prefix(DistributionPoint.Name.maximumForms))
    }
}
