import Testing
import TrustModel
import TrustTestSupport

@Suite struct `OpenSSL error numbers` {
    @Test(arguments: ReasonCode.all.filter { $0.openSSL != nil })
    func `equal the constants in x509_vfy.h`(code: ReasonCode) throws {
        let error = try #require(code.openSSL)
        #expect(OpenSSLErrors.numbers[error.name].map(Int.init) == error.number, "\(code.name)")
    }
}
