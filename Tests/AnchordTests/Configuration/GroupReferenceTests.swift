import Testing

@testable import anchord

@Suite struct `A group` {
    @Test(arguments: [
        ("0", GroupReference.number(0)), ("1000", .number(1000)), ("4294967294", .number(4_294_967_294)),
        ("www-data", .name("www-data")), ("x1", .name("x1")), ("1x", .name("1x")),
    ])
    func `is a number or a name`(text: String, group: GroupReference) {
        #expect(GroupReference(text) == group)
        #expect(group.description == text)
    }

    /// chown(2) leaves the group unchanged for the highest number.
    @Test(arguments: ["", "4294967295", "99999999999", "a b", "a:b", "a\0b", "a\n"])
    func `has no other form`(text: String) {
        #expect(GroupReference(text) == nil)
    }

    @Test func `is resolved to its number`() throws {
        #expect(try GroupReference.name("root").resolved() == 0)
        #expect(try GroupReference.number(54321).resolved() == 54321)
    }

    @Test func `must exist if it is a name`() {
        let failure = #expect(throws: CommandFailure.self) {
            try GroupReference.name("no-such-group-of-anchord").resolved()
        }
        #expect(failure?.status == .usage)
        #expect(failure?.messages == ["unixSocketGroup: the group `no-such-group-of-anchord` does not exist"])
    }
}
