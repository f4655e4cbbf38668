extension PKITSTable {
    /// Certificate policies, mappings and inhibitions.
    static let second = """
        4.8.1.1 trusted explicit | GoodCACert ValidCertificatePathTest1EE | GoodCACRL
        4.8.1.2 trusted accept:1 explicit | GoodCACert ValidCertificatePathTest1EE | GoodCACRL
        4.8.1.3 constraint.policy 0 accept:2 explicit | GoodCACert ValidCertificatePathTest1EE | GoodCACRL
        4.8.1.4 trusted accept:1,2 explicit | GoodCACert ValidCertificatePathTest1EE | GoodCACRL
        4.8.2.1 trusted policies:none | NoPoliciesCACert AllCertificatesNoPoliciesTest2EE | NoPoliciesCACRL
        4.8.2.2 constraint.policy 0 explicit | NoPoliciesCACert AllCertificatesNoPoliciesTest2EE | NoPoliciesCACRL
        4.8.3.1 trusted policies:none | GoodCACert PoliciesP2subCACert DifferentPoliciesTest3EE | GoodCACRL \
        PoliciesP2subCACRL
        4.8.3.2 constraint.policy 0 explicit | GoodCACert PoliciesP2subCACert DifferentPoliciesTest3EE | GoodCACRL \
        PoliciesP2subCACRL
        4.8.3.3 constraint.policy 0 accept:1,2 explicit | GoodCACert PoliciesP2subCACert DifferentPoliciesTest3EE \
        | GoodCACRL PoliciesP2subCACRL
        4.8.4 constraint.policy 0 | GoodCACert GoodsubCACert DifferentPoliciesTest4EE | GoodCACRL GoodsubCACRL
        4.8.5 constraint.policy 0 | GoodCACert PoliciesP2subCA2Cert DifferentPoliciesTest5EE | GoodCACRL \
        PoliciesP2subCA2CRL
        4.8.6.1 trusted | PoliciesP1234CACert PoliciesP1234subCAP123Cert PoliciesP1234subsubCAP123P12Cert \
        OverlappingPoliciesTest6EE | PoliciesP1234CACRL PoliciesP1234subCAP123CRL PoliciesP1234subsubCAP123P12CRL
        4.8.6.2 trusted accept:1 | PoliciesP1234CACert PoliciesP1234subCAP123Cert PoliciesP1234subsubCAP123P12Cert \
        OverlappingPoliciesTest6EE | PoliciesP1234CACRL PoliciesP1234subCAP123CRL PoliciesP1234subsubCAP123P12CRL
        4.8.6.3 constraint.policy 0 accept:2 | PoliciesP1234CACert PoliciesP1234subCAP123Cert \
        PoliciesP1234subsubCAP123P12Cert OverlappingPoliciesTest6EE | PoliciesP1234CACRL PoliciesP1234subCAP123CRL \
        PoliciesP1234subsubCAP123P12CRL
        4.8.7 constraint.policy 0 | PoliciesP123CACert PoliciesP123subCAP12Cert PoliciesP123subsubCAP12P1Cert \
        DifferentPoliciesTest7EE | PoliciesP123CACRL PoliciesP123subCAP12CRL PoliciesP123subsubCAP12P1CRL
        4.8.8 constraint.policy 0 | PoliciesP12CACert PoliciesP12subCAP1Cert PoliciesP12subsubCAP1P2Cert \
        DifferentPoliciesTest8EE | PoliciesP12CACRL PoliciesP12subCAP1CRL PoliciesP12subsubCAP1P2CRL
        4.8.9 constraint.policy 0 | PoliciesP123CACert PoliciesP123subCAP12Cert PoliciesP123subsubCAP12P2Cert \
        PoliciesP123subsubsubCAP12P2P1Cert DifferentPoliciesTest9EE | PoliciesP123CACRL PoliciesP123subCAP12CRL \
        PoliciesP123subsubCAP2P2CRL PoliciesP123subsubsubCAP12P2P1CRL
        4.8.10.1 trusted policies:1,2 | PoliciesP12CACert AllCertificatesSamePoliciesTest10EE | PoliciesP12CACRL
        4.8.10.2 trusted accept:1 | PoliciesP12CACert AllCertificatesSamePoliciesTest10EE | PoliciesP12CACRL
        4.8.10.3 trusted policies:2 accept:2 | PoliciesP12CACert AllCertificatesSamePoliciesTest10EE | \
        PoliciesP12CACRL
        4.8.11.1 trusted policies:any | anyPolicyCACert AllCertificatesanyPolicyTest11EE | anyPolicyCACRL
        4.8.11.2 trusted accept:1 | anyPolicyCACert AllCertificatesanyPolicyTest11EE | anyPolicyCACRL
        4.8.12 constraint.policy 0 | PoliciesP3CACert DifferentPoliciesTest12EE | PoliciesP3CACRL
        4.8.13.1 trusted accept:1 | PoliciesP123CACert AllCertificatesSamePoliciesTest13EE | PoliciesP123CACRL
        4.8.13.2 trusted policies:2 accept:2 | PoliciesP123CACert AllCertificatesSamePoliciesTest13EE | \
        PoliciesP123CACRL
        4.8.13.3 trusted policies:3 accept:3 | PoliciesP123CACert AllCertificatesSamePoliciesTest13EE | \
        PoliciesP123CACRL
        4.8.14.1 trusted accept:1 | anyPolicyCACert AnyPolicyTest14EE | anyPolicyCACRL
        4.8.14.2 constraint.policy 0 accept:2 | anyPolicyCACert AnyPolicyTest14EE | anyPolicyCACRL
        4.8.15 trusted | UserNoticeQualifierTest15EE |
        4.8.16 trusted | GoodCACert UserNoticeQualifierTest16EE | GoodCACRL
        4.8.17 trusted | GoodCACert UserNoticeQualifierTest17EE | GoodCACRL
        4.8.18.1 trusted accept:1 | PoliciesP12CACert UserNoticeQualifierTest18EE | PoliciesP12CACRL
        4.8.18.2 trusted policies:2 accept:2 | PoliciesP12CACert UserNoticeQualifierTest18EE | PoliciesP12CACRL
        4.8.19 trusted | UserNoticeQualifierTest19EE |
        4.8.20 trusted accept:1 explicit | GoodCACert CPSPointerQualifierTest20EE | GoodCACRL
        4.9.1 trusted policies:none | requireExplicitPolicy10CACert requireExplicitPolicy10subCACert \
        requireExplicitPolicy10subsubCACert requireExplicitPolicy10subsubsubCACert \
        ValidrequireExplicitPolicyTest1EE | requireExplicitPolicy10CACRL requireExplicitPolicy10subCACRL \
        requireExplicitPolicy10subsubCACRL requireExplicitPolicy10subsubsubCACRL
        4.9.2 trusted policies:none | requireExplicitPolicy5CACert requireExplicitPolicy5subCACert \
        requireExplicitPolicy5subsubCACert requireExplicitPolicy5subsubsubCACert ValidrequireExplicitPolicyTest2EE \
        | requireExplicitPolicy5CACRL requireExplicitPolicy5subCACRL requireExplicitPolicy5subsubCACRL \
        requireExplicitPolicy5subsubsubCACRL
        4.9.3 constraint.policy 0 | requireExplicitPolicy4CACert requireExplicitPolicy4subCACert \
        requireExplicitPolicy4subsubCACert requireExplicitPolicy4subsubsubCACert \
        InvalidrequireExplicitPolicyTest3EE | requireExplicitPolicy4CACRL requireExplicitPolicy4subCACRL \
        requireExplicitPolicy4subsubCACRL requireExplicitPolicy4subsubsubCACRL
        4.9.4 trusted | requireExplicitPolicy0CACert requireExplicitPolicy0subCACert \
        requireExplicitPolicy0subsubCACert requireExplicitPolicy0subsubsubCACert ValidrequireExplicitPolicyTest4EE \
        | requireExplicitPolicy0CACRL requireExplicitPolicy0subCACRL requireExplicitPolicy0subsubCACRL \
        requireExplicitPolicy0subsubsubCACRL
        4.9.5 constraint.policy 0 | requireExplicitPolicy7CACert requireExplicitPolicy7subCARE2Cert \
        requireExplicitPolicy7subsubCARE2RE4Cert requireExplicitPolicy7subsubsubCARE2RE4Cert \
        InvalidrequireExplicitPolicyTest5EE | requireExplicitPolicy7CACRL requireExplicitPolicy7subCARE2CRL \
        requireExplicitPolicy7subsubCARE2RE4CRL requireExplicitPolicy7subsubsubCARE2RE4CRL
        4.9.6 trusted policies:none | requireExplicitPolicy2CACert requireExplicitPolicy2SelfIssuedCACert \
        ValidSelfIssuedrequireExplicitPolicyTest6EE | requireExplicitPolicy2CACRL
        4.9.7 constraint.policy 0 | requireExplicitPolicy2CACert requireExplicitPolicy2SelfIssuedCACert \
        requireExplicitPolicy2subCACert InvalidSelfIssuedrequireExplicitPolicyTest7EE | \
        requireExplicitPolicy2CACRL requireExplicitPolicy2subCACRL
        4.9.8 constraint.policy 0 | requireExplicitPolicy2CACert requireExplicitPolicy2SelfIssuedCACert \
        requireExplicitPolicy2subCACert requireExplicitPolicy2SelfIssuedsubCACert \
        InvalidSelfIssuedrequireExplicitPolicyTest8EE | requireExplicitPolicy2CACRL requireExplicitPolicy2subCACRL
        4.10.1.1 trusted accept:1 | Mapping1to2CACert ValidPolicyMappingTest1EE | Mapping1to2CACRL
        4.10.1.2 constraint.policy 0 accept:2 | Mapping1to2CACert ValidPolicyMappingTest1EE | Mapping1to2CACRL
        4.10.1.3 constraint.policy 0 noMapping | Mapping1to2CACert ValidPolicyMappingTest1EE | Mapping1to2CACRL
        4.10.2.1 constraint.policy 0 | Mapping1to2CACert InvalidPolicyMappingTest2EE | Mapping1to2CACRL
        4.10.2.2 constraint.policy 0 noMapping | Mapping1to2CACert InvalidPolicyMappingTest2EE | Mapping1to2CACRL
        4.10.3.1 constraint.policy 0 accept:1 | P12Mapping1to3CACert P12Mapping1to3subCACert \
        P12Mapping1to3subsubCACert ValidPolicyMappingTest3EE | P12Mapping1to3CACRL P12Mapping1to3subCACRL \
        P12Mapping1to3subsubCACRL
        4.10.3.2 trusted policies:2 accept:2 | P12Mapping1to3CACert P12Mapping1to3subCACert \
        P12Mapping1to3subsubCACert ValidPolicyMappingTest3EE | P12Mapping1to3CACRL P12Mapping1to3subCACRL \
        P12Mapping1to3subsubCACRL
        4.10.4 constraint.policy 0 | P12Mapping1to3CACert P12Mapping1to3subCACert P12Mapping1to3subsubCACert \
        InvalidPolicyMappingTest4EE | P12Mapping1to3CACRL P12Mapping1to3subCACRL P12Mapping1to3subsubCACRL
        4.10.5.1 trusted accept:1 | P1Mapping1to234CACert P1Mapping1to234subCACert ValidPolicyMappingTest5EE | \
        P1Mapping1to234CACRL P1Mapping1to234subCACRL
        4.10.5.2 constraint.policy 0 accept:6 | P1Mapping1to234CACert P1Mapping1to234subCACert \
        ValidPolicyMappingTest5EE | P1Mapping1to234CACRL P1Mapping1to234subCACRL
        4.10.6.1 trusted accept:1 | P1Mapping1to234CACert P1Mapping1to234subCACert ValidPolicyMappingTest6EE | \
        P1Mapping1to234CACRL P1Mapping1to234subCACRL
        4.10.6.2 constraint.policy 0 accept:6 | P1Mapping1to234CACert P1Mapping1to234subCACert \
        ValidPolicyMappingTest6EE | P1Mapping1to234CACRL P1Mapping1to234subCACRL
        4.10.7 constraint.policy 1 | MappingFromanyPolicyCACert InvalidMappingFromanyPolicyTest7EE | \
        MappingFromanyPolicyCACRL
        4.10.8 constraint.policy 1 | MappingToanyPolicyCACert InvalidMappingToanyPolicyTest8EE | \
        MappingToanyPolicyCACRL
        4.10.9 trusted | PanyPolicyMapping1to2CACert ValidPolicyMappingTest9EE | PanyPolicyMapping1to2CACRL
        4.10.10 constraint.policy 0 | GoodCACert GoodsubCAPanyPolicyMapping1to2CACert InvalidPolicyMappingTest10EE \
        | GoodCACRL GoodsubCAPanyPolicyMapping1to2CACRL
        4.10.11 trusted | GoodCACert GoodsubCAPanyPolicyMapping1to2CACert ValidPolicyMappingTest11EE | GoodCACRL \
        GoodsubCAPanyPolicyMapping1to2CACRL
        4.10.12.1 trusted accept:1 | P12Mapping1to3CACert ValidPolicyMappingTest12EE | P12Mapping1to3CACRL
        4.10.12.2 trusted policies:2 accept:2 | P12Mapping1to3CACert ValidPolicyMappingTest12EE | \
        P12Mapping1to3CACRL
        4.10.13.1 trusted | P1anyPolicyMapping1to2CACert ValidPolicyMappingTest13EE | P1anyPolicyMapping1to2CACRL
        4.10.13.2 trusted accept:1,2 | P1anyPolicyMapping1to2CACert ValidPolicyMappingTest13EE | \
        P1anyPolicyMapping1to2CACRL
        4.10.13.3 constraint.policy 0 accept:2 | P1anyPolicyMapping1to2CACert ValidPolicyMappingTest13EE | \
        P1anyPolicyMapping1to2CACRL
        4.10.14 trusted | P1anyPolicyMapping1to2CACert ValidPolicyMappingTest14EE | P1anyPolicyMapping1to2CACRL
        4.11.1 constraint.policy 0 | inhibitPolicyMapping0CACert inhibitPolicyMapping0subCACert \
        InvalidinhibitPolicyMappingTest1EE | inhibitPolicyMapping0CACRL inhibitPolicyMapping0subCACRL
        4.11.2 trusted | inhibitPolicyMapping1P12CACert inhibitPolicyMapping1P12subCACert \
        ValidinhibitPolicyMappingTest2EE | inhibitPolicyMapping1P12CACRL inhibitPolicyMapping1P12subCACRL
        4.11.3 constraint.policy 0 | inhibitPolicyMapping1P12CACert inhibitPolicyMapping1P12subCACert \
        inhibitPolicyMapping1P12subsubCACert InvalidinhibitPolicyMappingTest3EE | inhibitPolicyMapping1P12CACRL \
        inhibitPolicyMapping1P12subCACRL inhibitPolicyMapping1P12subsubCACRL
        4.11.4 trusted policies:2 | inhibitPolicyMapping1P12CACert inhibitPolicyMapping1P12subCACert \
        inhibitPolicyMapping1P12subsubCACert ValidinhibitPolicyMappingTest4EE | inhibitPolicyMapping1P12CACRL \
        inhibitPolicyMapping1P12subCACRL inhibitPolicyMapping1P12subsubCACRL
        4.11.5 constraint.policy 0 | inhibitPolicyMapping5CACert inhibitPolicyMapping5subCACert \
        inhibitPolicyMapping5subsubCACert inhibitPolicyMapping5subsubsubCACert InvalidinhibitPolicyMappingTest5EE \
        | inhibitPolicyMapping5CACRL inhibitPolicyMapping5subCACRL inhibitPolicyMapping5subsubCACRL \
        inhibitPolicyMapping5subsubsubCACRL
        4.11.6 constraint.policy 0 | inhibitPolicyMapping1P12CACert inhibitPolicyMapping1P12subCAIPM5Cert \
        inhibitPolicyMapping1P12subsubCAIPM5Cert InvalidinhibitPolicyMappingTest6EE | \
        inhibitPolicyMapping1P12CACRL inhibitPolicyMapping1P12subCAIPM5CRL inhibitPolicyMapping1P12subsubCAIPM5CRL
        4.11.7 trusted | inhibitPolicyMapping1P1CACert inhibitPolicyMapping1P1SelfIssuedCACert \
        inhibitPolicyMapping1P1subCACert ValidSelfIssuedinhibitPolicyMappingTest7EE | inhibitPolicyMapping1P1CACRL \
        inhibitPolicyMapping1P1subCACRL
        4.11.8 constraint.policy 0 | inhibitPolicyMapping1P1CACert inhibitPolicyMapping1P1SelfIssuedCACert \
        inhibitPolicyMapping1P1subCACert inhibitPolicyMapping1P1subsubCACert \
        InvalidSelfIssuedinhibitPolicyMappingTest8EE | inhibitPolicyMapping1P1CACRL \
        inhibitPolicyMapping1P1subCACRL inhibitPolicyMapping1P1subsubCACRL
        4.11.9 constraint.policy 0 | inhibitPolicyMapping1P1CACert inhibitPolicyMapping1P1SelfIssuedCACert \
        inhibitPolicyMapping1P1subCACert inhibitPolicyMapping1P1subsubCACert \
        InvalidSelfIssuedinhibitPolicyMappingTest9EE | inhibitPolicyMapping1P1CACRL \
        inhibitPolicyMapping1P1subCACRL inhibitPolicyMapping1P1subsubCACRL
        4.11.10 constraint.policy 0 | inhibitPolicyMapping1P1CACert inhibitPolicyMapping1P1SelfIssuedCACert \
        inhibitPolicyMapping1P1subCACert inhibitPolicyMapping1P1SelfIssuedsubCACert \
        InvalidSelfIssuedinhibitPolicyMappingTest10EE | inhibitPolicyMapping1P1CACRL \
        inhibitPolicyMapping1P1subCACRL
        4.11.11 constraint.policy 0 | inhibitPolicyMapping1P1CACert inhibitPolicyMapping1P1SelfIssuedCACert \
        inhibitPolicyMapping1P1subCACert inhibitPolicyMapping1P1SelfIssuedsubCACert \
        InvalidSelfIssuedinhibitPolicyMappingTest11EE | inhibitPolicyMapping1P1CACRL \
        inhibitPolicyMapping1P1subCACRL
        4.12.1 constraint.policy 0 | inhibitAnyPolicy0CACert InvalidinhibitAnyPolicyTest1EE | \
        inhibitAnyPolicy0CACRL
        4.12.2 trusted | inhibitAnyPolicy0CACert ValidinhibitAnyPolicyTest2EE | inhibitAnyPolicy0CACRL
        4.12.3.1 trusted | inhibitAnyPolicy1CACert inhibitAnyPolicy1subCA1Cert inhibitAnyPolicyTest3EE | \
        inhibitAnyPolicy1CACRL inhibitAnyPolicy1subCA1CRL
        4.12.3.2 constraint.policy 0 noAny | inhibitAnyPolicy1CACert inhibitAnyPolicy1subCA1Cert \
        inhibitAnyPolicyTest3EE | inhibitAnyPolicy1CACRL inhibitAnyPolicy1subCA1CRL
        4.12.4 constraint.policy 0 | inhibitAnyPolicy1CACert inhibitAnyPolicy1subCA1Cert \
        InvalidinhibitAnyPolicyTest4EE | inhibitAnyPolicy1CACRL inhibitAnyPolicy1subCA1CRL
        4.12.5 constraint.policy 0 | inhibitAnyPolicy5CACert inhibitAnyPolicy5subCACert \
        inhibitAnyPolicy5subsubCACert InvalidinhibitAnyPolicyTest5EE | inhibitAnyPolicy5CACRL \
        inhibitAnyPolicy5subCACRL inhibitAnyPolicy5subsubCACRL
        4.12.6 constraint.policy 0 | inhibitAnyPolicy1CACert inhibitAnyPolicy1subCAIAP5Cert \
        InvalidinhibitAnyPolicyTest6EE | inhibitAnyPolicy1CACRL inhibitAnyPolicy1subCAIAP5CRL
        4.12.7 trusted | inhibitAnyPolicy1CACert inhibitAnyPolicy1SelfIssuedCACert inhibitAnyPolicy1subCA2Cert \
        ValidSelfIssuedinhibitAnyPolicyTest7EE | inhibitAnyPolicy1CACRL inhibitAnyPolicy1subCA2CRL
        4.12.8 constraint.policy 0 | inhibitAnyPolicy1CACert inhibitAnyPolicy1SelfIssuedCACert \
        inhibitAnyPolicy1subCA2Cert inhibitAnyPolicy1subsubCA2Cert InvalidSelfIssuedinhibitAnyPolicyTest8EE | \
        inhibitAnyPolicy1CACRL inhibitAnyPolicy1subCA2CRL inhibitAnyPolicy1subsubCA2CRL
        4.12.9 trusted | inhibitAnyPolicy1CACert inhibitAnyPolicy1SelfIssuedCACert inhibitAnyPolicy1subCA2Cert \
        inhibitAnyPolicy1SelfIssuedsubCA2Cert ValidSelfIssuedinhibitAnyPolicyTest9EE | inhibitAnyPolicy1CACRL \
        inhibitAnyPolicy1subCA2CRL
        4.12.10 constraint.policy 0 | inhibitAnyPolicy1CACert inhibitAnyPolicy1SelfIssuedCACert \
        inhibitAnyPolicy1subCA2Cert InvalidSelfIssuedinhibitAnyPolicyTest10EE | inhibitAnyPolicy1CACRL \
        inhibitAnyPolicy1subCA2CRL

        """
}
