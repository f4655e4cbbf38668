import Testing

@testable import TrustAPI

@Suite struct `Metric families` {
    @Test func `have different names, and labels with different names and values`() {
        #expect(Set(MetricFamily.all.map(\.name)).count == MetricFamily.all.count)
        for family in MetricFamily.all {
            #expect(family.name.wholeMatch(of: /(anchord|process)(_[a-z]+)+/) != nil, "\(family.name)")
            #expect(family.help.wholeMatch(of: /.+\./) != nil, "\(family.name)")
            #expect(Set(family.labels.map(\.name)).count == family.labels.count, "\(family.name)")
            for values in family.labels.compactMap(\.values) {
                #expect(Set(values).count == values.count, "\(family.name)")
            }
        }
    }
}
