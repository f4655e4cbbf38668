/// The expected result of each case of NIST's Public Key Interoperability Test Suite, reviewed against its description.
///
/// Each line has the section, the result, the certificate policy settings, the certificates below the trust anchor, and
/// the CRLs in addition to that of the anchor, by the names of NIST's files. A rejection is the first reason with its
/// position in the path. Accepted paths are valid only for test policy 1 unless the line states other policies.
enum PKITSTable {
    static let rows = (first + second + third).split(separator: "\n").map(PKITSCase.init)

    /// Signatures, validity, names, revocation, self-issued certificates, basic constraints and key usage.
    private static let first = """
        4.1.1 trusted | GoodCACert ValidCertificatePathTest1EE | GoodCACRL
        4.1.2 chain.signatureInvalid 1 | BadSignedCACert InvalidCASignatureTest2EE | BadSignedCACRL
        4.1.3 chain.signatureInvalid 0 | GoodCACert InvalidEESignatureTest3EE | GoodCACRL
        4.1.4 trusted | DSACACert ValidDSASignaturesTest4EE | DSACACRL
        4.1.5 trusted | DSACACert DSAParametersInheritedCACert ValidDSAParameterInheritanceTest5EE | DSACACRL \
        DSAParametersInheritedCACRL
        4.1.6 chain.signatureInvalid 0 | DSACACert InvalidDSASignatureTest6EE | DSACACRL
        4.2.1 time.notYetValid 1 | BadnotBeforeDateCACert InvalidCAnotBeforeDateTest1EE | BadnotBeforeDateCACRL
        4.2.2 time.notYetValid 0 | GoodCACert InvalidEEnotBeforeDateTest2EE | GoodCACRL
        4.2.3 trusted | GoodCACert Validpre2000UTCnotBeforeDateTest3EE | GoodCACRL
        4.2.4 trusted | GoodCACert ValidGeneralizedTimenotBeforeDateTest4EE | GoodCACRL
        4.2.5 time.expired 1 | BadnotAfterDateCACert InvalidCAnotAfterDateTest5EE | BadnotAfterDateCACRL
        4.2.6 time.expired 0 | GoodCACert InvalidEEnotAfterDateTest6EE | GoodCACRL
        4.2.7 time.expired 0 | GoodCACert Invalidpre2000UTCEEnotAfterDateTest7EE | GoodCACRL
        4.2.8 trusted | GoodCACert ValidGeneralizedTimenotAfterDateTest8EE | GoodCACRL
        4.3.1 chain.issuerNotFound 0 | GoodCACert InvalidNameChainingTest1EE | GoodCACRL
        4.3.2 chain.issuerNotFound 0 | NameOrderingCACert InvalidNameChainingOrderTest2EE | NameOrderCACRL
        4.3.3 trusted | GoodCACert ValidNameChainingWhitespaceTest3EE | GoodCACRL
        4.3.4 trusted | GoodCACert ValidNameChainingWhitespaceTest4EE | GoodCACRL
        4.3.5 trusted | GoodCACert ValidNameChainingCapitalizationTest5EE | GoodCACRL
        4.3.6 trusted | UIDCACert ValidNameUIDsTest6EE | UIDCACRL
        4.3.7 trusted | RFC3280MandatoryAttributeTypesCACert ValidRFC3280MandatoryAttributeTypesTest7EE | \
        RFC3280MandatoryAttributeTypesCACRL
        4.3.8 trusted | RFC3280OptionalAttributeTypesCACert ValidRFC3280OptionalAttributeTypesTest8EE | \
        RFC3280OptionalAttributeTypesCACRL
        4.3.9 trusted | UTF8StringEncodedNamesCACert ValidUTF8StringEncodedNamesTest9EE | \
        UTF8StringEncodedNamesCACRL
        4.3.10 trusted | RolloverfromPrintableStringtoUTF8StringCACert \
        ValidRolloverfromPrintableStringtoUTF8StringTest10EE | RolloverfromPrintableStringtoUTF8StringCACRL
        4.3.11 trusted | UTF8StringCaseInsensitiveMatchCACert ValidUTF8StringCaseInsensitiveMatchTest11EE | \
        UTF8StringCaseInsensitiveMatchCACRL
        4.4.1 revocation.unavailable 0 | NoCRLCACert InvalidMissingCRLTest1EE |
        4.4.2 revocation.revoked 1 | GoodCACert RevokedsubCACert InvalidRevokedCATest2EE | GoodCACRL \
        RevokedsubCACRL
        4.4.3 revocation.revoked 0 | GoodCACert InvalidRevokedEETest3EE | GoodCACRL
        4.4.4 revocation.responseInvalid 0 | BadCRLSignatureCACert InvalidBadCRLSignatureTest4EE | \
        BadCRLSignatureCACRL
        4.4.5 revocation.unavailable 0 | BadCRLIssuerNameCACert InvalidBadCRLIssuerNameTest5EE | \
        BadCRLIssuerNameCACRL
        4.4.6 revocation.unavailable 0 | WrongCRLCACert InvalidWrongCRLTest6EE | WrongCRLCACRL
        4.4.7 trusted | TwoCRLsCACert ValidTwoCRLsTest7EE | TwoCRLsCAGoodCRL TwoCRLsCABadCRL
        4.4.8 revocation.responseInvalid 0 | UnknownCRLEntryExtensionCACert InvalidUnknownCRLEntryExtensionTest8EE \
        | UnknownCRLEntryExtensionCACRL
        4.4.9 revocation.responseInvalid 0 | UnknownCRLExtensionCACert InvalidUnknownCRLExtensionTest9EE | \
        UnknownCRLExtensionCACRL
        4.4.10 revocation.responseInvalid 0 | UnknownCRLExtensionCACert InvalidUnknownCRLExtensionTest10EE | \
        UnknownCRLExtensionCACRL
        4.4.11 revocation.stale 0 | OldCRLnextUpdateCACert InvalidOldCRLnextUpdateTest11EE | OldCRLnextUpdateCACRL
        4.4.12 revocation.stale 0 | pre2000CRLnextUpdateCACert Invalidpre2000CRLnextUpdateTest12EE | \
        pre2000CRLnextUpdateCACRL
        4.4.13 trusted | GeneralizedTimeCRLnextUpdateCACert ValidGeneralizedTimeCRLnextUpdateTest13EE | \
        GeneralizedTimeCRLnextUpdateCACRL
        4.4.14 trusted | NegativeSerialNumberCACert ValidNegativeSerialNumberTest14EE | NegativeSerialNumberCACRL
        4.4.15 revocation.revoked 0 | NegativeSerialNumberCACert InvalidNegativeSerialNumberTest15EE | \
        NegativeSerialNumberCACRL
        4.4.16 trusted | LongSerialNumberCACert ValidLongSerialNumberTest16EE | LongSerialNumberCACRL
        4.4.17 trusted | LongSerialNumberCACert ValidLongSerialNumberTest17EE | LongSerialNumberCACRL
        4.4.18 revocation.revoked 0 | LongSerialNumberCACert InvalidLongSerialNumberTest18EE | \
        LongSerialNumberCACRL
        4.4.19 trusted | SeparateCertificateandCRLKeysCertificateSigningCACert \
        SeparateCertificateandCRLKeysCRLSigningCert ValidSeparateCertificateandCRLKeysTest19EE | \
        SeparateCertificateandCRLKeysCRL
        4.4.20 revocation.revoked 0 | SeparateCertificateandCRLKeysCertificateSigningCACert \
        SeparateCertificateandCRLKeysCRLSigningCert InvalidSeparateCertificateandCRLKeysTest20EE | \
        SeparateCertificateandCRLKeysCRL
        4.4.21 revocation.responseInvalid 0 | SeparateCertificateandCRLKeysCA2CertificateSigningCACert \
        SeparateCertificateandCRLKeysCA2CRLSigningCert InvalidSeparateCertificateandCRLKeysTest21EE | \
        SeparateCertificateandCRLKeysCA2CRL
        4.5.1 trusted | BasicSelfIssuedNewKeyCACert BasicSelfIssuedNewKeyOldWithNewCACert \
        ValidBasicSelfIssuedOldWithNewTest1EE | BasicSelfIssuedNewKeyCACRL
        4.5.2 revocation.revoked 0 | BasicSelfIssuedNewKeyCACert BasicSelfIssuedNewKeyOldWithNewCACert \
        InvalidBasicSelfIssuedOldWithNewTest2EE | BasicSelfIssuedNewKeyCACRL
        4.5.3 trusted | BasicSelfIssuedOldKeyCACert BasicSelfIssuedOldKeyNewWithOldCACert \
        ValidBasicSelfIssuedNewWithOldTest3EE | BasicSelfIssuedOldKeySelfIssuedCertCRL BasicSelfIssuedOldKeyCACRL
        4.5.4 trusted | BasicSelfIssuedOldKeyCACert BasicSelfIssuedOldKeyNewWithOldCACert \
        ValidBasicSelfIssuedNewWithOldTest4EE | BasicSelfIssuedOldKeySelfIssuedCertCRL BasicSelfIssuedOldKeyCACRL
        4.5.5 revocation.revoked 0 | BasicSelfIssuedOldKeyCACert BasicSelfIssuedOldKeyNewWithOldCACert \
        InvalidBasicSelfIssuedNewWithOldTest5EE | BasicSelfIssuedOldKeySelfIssuedCertCRL \
        BasicSelfIssuedOldKeyCACRL
        4.5.6 trusted | BasicSelfIssuedCRLSigningKeyCACert BasicSelfIssuedCRLSigningKeyCRLCert \
        ValidBasicSelfIssuedCRLSigningKeyTest6EE | BasicSelfIssuedCRLSigningKeyCRLCertCRL \
        BasicSelfIssuedCRLSigningKeyCACRL
        4.5.7 revocation.revoked 0 | BasicSelfIssuedCRLSigningKeyCACert BasicSelfIssuedCRLSigningKeyCRLCert \
        InvalidBasicSelfIssuedCRLSigningKeyTest7EE | BasicSelfIssuedCRLSigningKeyCRLCertCRL \
        BasicSelfIssuedCRLSigningKeyCACRL
        4.5.8 constraint.notCA 1 | BasicSelfIssuedCRLSigningKeyCACert BasicSelfIssuedCRLSigningKeyCRLCert \
        InvalidBasicSelfIssuedCRLSigningKeyTest8EE | BasicSelfIssuedCRLSigningKeyCRLCertCRL \
        BasicSelfIssuedCRLSigningKeyCACRL
        4.6.1 constraint.notCA 1 | MissingbasicConstraintsCACert InvalidMissingbasicConstraintsTest1EE | \
        MissingbasicConstraintsCACRL
        4.6.2 constraint.notCA 1 | basicConstraintsCriticalcAFalseCACert InvalidcAFalseTest2EE | \
        basicConstraintsCriticalcAFalseCACRL
        4.6.3 constraint.notCA 1 | basicConstraintsNotCriticalcAFalseCACert InvalidcAFalseTest3EE | \
        basicConstraintsNotCriticalcAFalseCACRL
        4.6.4 trusted | basicConstraintsNotCriticalCACert ValidbasicConstraintsNotCriticalTest4EE | \
        basicConstraintsNotCriticalCACRL
        4.6.5 constraint.pathLength 2 | pathLenConstraint0CACert pathLenConstraint0subCACert \
        InvalidpathLenConstraintTest5EE | pathLenConstraint0CACRL pathLenConstraint0subCACRL
        4.6.6 constraint.pathLength 2 | pathLenConstraint0CACert pathLenConstraint0subCACert \
        InvalidpathLenConstraintTest6EE | pathLenConstraint0CACRL pathLenConstraint0subCACRL
        4.6.7 trusted | pathLenConstraint0CACert ValidpathLenConstraintTest7EE | pathLenConstraint0CACRL
        4.6.8 trusted | pathLenConstraint0CACert ValidpathLenConstraintTest8EE | pathLenConstraint0CACRL
        4.6.9 constraint.pathLength 2 | pathLenConstraint6CACert pathLenConstraint6subCA0Cert \
        pathLenConstraint6subsubCA00Cert InvalidpathLenConstraintTest9EE | pathLenConstraint6CACRL \
        pathLenConstraint6subCA0CRL pathLenConstraint6subsubCA00CRL
        4.6.10 constraint.pathLength 2 | pathLenConstraint6CACert pathLenConstraint6subCA0Cert \
        pathLenConstraint6subsubCA00Cert InvalidpathLenConstraintTest10EE | pathLenConstraint6CACRL \
        pathLenConstraint6subCA0CRL pathLenConstraint6subsubCA00CRL
        4.6.11 constraint.pathLength 3 | pathLenConstraint6CACert pathLenConstraint6subCA1Cert \
        pathLenConstraint6subsubCA11Cert pathLenConstraint6subsubsubCA11XCert InvalidpathLenConstraintTest11EE | \
        pathLenConstraint6CACRL pathLenConstraint6subCA1CRL pathLenConstraint6subsubCA11CRL \
        pathLenConstraint6subsubsubCA11XCRL
        4.6.12 constraint.pathLength 3 | pathLenConstraint6CACert pathLenConstraint6subCA1Cert \
        pathLenConstraint6subsubCA11Cert pathLenConstraint6subsubsubCA11XCert InvalidpathLenConstraintTest12EE | \
        pathLenConstraint6CACRL pathLenConstraint6subCA1CRL pathLenConstraint6subsubCA11CRL \
        pathLenConstraint6subsubsubCA11XCRL
        4.6.13 trusted | pathLenConstraint6CACert pathLenConstraint6subCA4Cert pathLenConstraint6subsubCA41Cert \
        pathLenConstraint6subsubsubCA41XCert ValidpathLenConstraintTest13EE | pathLenConstraint6CACRL \
        pathLenConstraint6subCA4CRL pathLenConstraint6subsubCA41CRL pathLenConstraint6subsubsubCA41XCRL
        4.6.14 trusted | pathLenConstraint6CACert pathLenConstraint6subCA4Cert pathLenConstraint6subsubCA41Cert \
        pathLenConstraint6subsubsubCA41XCert ValidpathLenConstraintTest14EE | pathLenConstraint6CACRL \
        pathLenConstraint6subCA4CRL pathLenConstraint6subsubCA41CRL pathLenConstraint6subsubsubCA41XCRL
        4.6.15 trusted | pathLenConstraint0CACert pathLenConstraint0SelfIssuedCACert \
        ValidSelfIssuedpathLenConstraintTest15EE | pathLenConstraint0CACRL
        4.6.16 constraint.pathLength 3 | pathLenConstraint0CACert pathLenConstraint0SelfIssuedCACert \
        pathLenConstraint0subCA2Cert InvalidSelfIssuedpathLenConstraintTest16EE | pathLenConstraint0CACRL \
        pathLenConstraint0subCA2CRL
        4.6.17 trusted | pathLenConstraint1CACert pathLenConstraint1SelfIssuedCACert pathLenConstraint1subCACert \
        pathLenConstraint1SelfIssuedsubCACert ValidSelfIssuedpathLenConstraintTest17EE | pathLenConstraint1CACRL \
        pathLenConstraint1subCACRL
        4.7.1 constraint.keyUsage 1 | keyUsageCriticalkeyCertSignFalseCACert \
        InvalidkeyUsageCriticalkeyCertSignFalseTest1EE | keyUsageCriticalkeyCertSignFalseCACRL
        4.7.2 constraint.keyUsage 1 | keyUsageNotCriticalkeyCertSignFalseCACert \
        InvalidkeyUsageNotCriticalkeyCertSignFalseTest2EE | keyUsageNotCriticalkeyCertSignFalseCACRL
        4.7.3 trusted | keyUsageNotCriticalCACert ValidkeyUsageNotCriticalTest3EE | keyUsageNotCriticalCACRL
        4.7.4 revocation.responseInvalid 0 | keyUsageCriticalcRLSignFalseCACert \
        InvalidkeyUsageCriticalcRLSignFalseTest4EE | keyUsageCriticalcRLSignFalseCACRL
        4.7.5 revocation.responseInvalid 0 | keyUsageNotCriticalcRLSignFalseCACert \
        InvalidkeyUsageNotCriticalcRLSignFalseTest5EE | keyUsageNotCriticalcRLSignFalseCACRL

        """
}
