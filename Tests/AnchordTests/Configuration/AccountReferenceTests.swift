import Testing

@testable import anchord

@Suite struct `A user or a group` {
    @Test(arguments: [
        ("0", AccountReference.number(0)), ("1000", .number(1000)), ("4294967294", .number(4_294_967_294)),
        ("www-data", .name("www-data")), ("x1", .name("x1")), ("1x", .name("1x")),
    ])
    func `is a number or a name`(text: String, account: AccountReference) {
        #expect(AccountReference(text) == account)
        #expect(account.description == text)
    }

    /// chown(2) leaves the group unchanged for the highest number.
    @Test(arguments: ["", "4294967295", "99999999999", "a b", "a:b", "a\0b", "a\n"])
    func `has no other form`(text: String) {
        #expect(AccountReference(text) == nil)
    }

    @Test func `is resolved to its number`() throws {
        #expect(try AccountReference.name("root").resolved(as: .group, for: "key") == 0)
        #expect(try AccountReference.name("root").resolved(as: .user, for: "key") == 0)
        #expect(try AccountReference.number(54321).resolved(as: .group, for: "key") == 54321)
        let (user, group) = (AccountReference.name("games"), AccountReference.name("games"))
        #expect(try user.resolved(as: .user, for: "key") == 5)
        #expect(try group.resolved(as: .group, for: "key") == 60)
    }

    @Test(arguments: [AccountReference.Kind.user, .group]) func `must exist if it is a name`(
        kind: AccountReference.Kind
    ) {
        let failure = #expect(throws: CommandFailure.self) {
            try AccountReference.name("no-such-account").resolved(as: kind, for: "unixSocketGroup")
        }
        #expect(failure?.status == .usage)
        #expect(failure?.messages == ["unixSocketGroup: the \(kind.rawValue) `no-such-account` does not exist"])
    }
}
