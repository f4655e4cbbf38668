extension PKITSTable {
    /// Name constraints, distribution points, delta CRLs and private extensions.
    static let third = """
        4.13.1 trusted | nameConstraintsDN1CACert ValidDNnameConstraintsTest1EE | nameConstraintsDN1CACRL
        4.13.2 constraint.name 0 | nameConstraintsDN1CACert InvalidDNnameConstraintsTest2EE | \
        nameConstraintsDN1CACRL
        4.13.3 constraint.name 0 | nameConstraintsDN1CACert InvalidDNnameConstraintsTest3EE | \
        nameConstraintsDN1CACRL
        4.13.4 trusted | nameConstraintsDN1CACert ValidDNnameConstraintsTest4EE | nameConstraintsDN1CACRL
        4.13.5 trusted | nameConstraintsDN2CACert ValidDNnameConstraintsTest5EE | nameConstraintsDN2CACRL
        4.13.6 trusted | nameConstraintsDN3CACert ValidDNnameConstraintsTest6EE | nameConstraintsDN3CACRL
        4.13.7 constraint.name 0 | nameConstraintsDN3CACert InvalidDNnameConstraintsTest7EE | \
        nameConstraintsDN3CACRL
        4.13.8 constraint.name 0 | nameConstraintsDN4CACert InvalidDNnameConstraintsTest8EE | \
        nameConstraintsDN4CACRL
        4.13.9 constraint.name 0 | nameConstraintsDN4CACert InvalidDNnameConstraintsTest9EE | \
        nameConstraintsDN4CACRL
        4.13.10 constraint.name 0 | nameConstraintsDN5CACert InvalidDNnameConstraintsTest10EE | \
        nameConstraintsDN5CACRL
        4.13.11 trusted | nameConstraintsDN5CACert ValidDNnameConstraintsTest11EE | nameConstraintsDN5CACRL
        4.13.12 constraint.name 0 | nameConstraintsDN1CACert nameConstraintsDN1subCA1Cert \
        InvalidDNnameConstraintsTest12EE | nameConstraintsDN1CACRL nameConstraintsDN1subCA1CRL
        4.13.13 constraint.name 0 | nameConstraintsDN1CACert nameConstraintsDN1subCA2Cert \
        InvalidDNnameConstraintsTest13EE | nameConstraintsDN1CACRL nameConstraintsDN1subCA2CRL
        4.13.14 trusted | nameConstraintsDN1CACert nameConstraintsDN1subCA2Cert ValidDNnameConstraintsTest14EE | \
        nameConstraintsDN1CACRL nameConstraintsDN1subCA2CRL
        4.13.15 constraint.name 0 | nameConstraintsDN3CACert nameConstraintsDN3subCA1Cert \
        InvalidDNnameConstraintsTest15EE | nameConstraintsDN3CACRL nameConstraintsDN3subCA1CRL
        4.13.16 constraint.name 0 | nameConstraintsDN3CACert nameConstraintsDN3subCA1Cert \
        InvalidDNnameConstraintsTest16EE | nameConstraintsDN3CACRL nameConstraintsDN3subCA1CRL
        4.13.17 constraint.name 0 | nameConstraintsDN3CACert nameConstraintsDN3subCA2Cert \
        InvalidDNnameConstraintsTest17EE | nameConstraintsDN3CACRL nameConstraintsDN3subCA2CRL
        4.13.18 trusted | nameConstraintsDN3CACert nameConstraintsDN3subCA2Cert ValidDNnameConstraintsTest18EE | \
        nameConstraintsDN3CACRL nameConstraintsDN3subCA2CRL
        4.13.19 trusted | nameConstraintsDN1CACert nameConstraintsDN1SelfIssuedCACert \
        ValidDNnameConstraintsTest19EE | nameConstraintsDN1CACRL
        4.13.20 constraint.name 0 | nameConstraintsDN1CACert InvalidDNnameConstraintsTest20EE | \
        nameConstraintsDN1CACRL
        4.13.21 trusted | nameConstraintsRFC822CA1Cert ValidRFC822nameConstraintsTest21EE | \
        nameConstraintsRFC822CA1CRL
        4.13.22 constraint.name 0 | nameConstraintsRFC822CA1Cert InvalidRFC822nameConstraintsTest22EE | \
        nameConstraintsRFC822CA1CRL
        4.13.23 trusted | nameConstraintsRFC822CA2Cert ValidRFC822nameConstraintsTest23EE | \
        nameConstraintsRFC822CA2CRL
        4.13.24 constraint.name 0 | nameConstraintsRFC822CA2Cert InvalidRFC822nameConstraintsTest24EE | \
        nameConstraintsRFC822CA2CRL
        4.13.25 trusted | nameConstraintsRFC822CA3Cert ValidRFC822nameConstraintsTest25EE | \
        nameConstraintsRFC822CA3CRL
        4.13.26 constraint.name 0 | nameConstraintsRFC822CA3Cert InvalidRFC822nameConstraintsTest26EE | \
        nameConstraintsRFC822CA3CRL
        4.13.27 trusted | nameConstraintsDN1CACert nameConstraintsDN1subCA3Cert \
        ValidDNandRFC822nameConstraintsTest27EE | nameConstraintsDN1CACRL nameConstraintsDN1subCA3CRL
        4.13.28 constraint.name 0 | nameConstraintsDN1CACert nameConstraintsDN1subCA3Cert \
        InvalidDNandRFC822nameConstraintsTest28EE | nameConstraintsDN1CACRL nameConstraintsDN1subCA3CRL
        4.13.29 constraint.name 0 | nameConstraintsDN1CACert nameConstraintsDN1subCA3Cert \
        InvalidDNandRFC822nameConstraintsTest29EE | nameConstraintsDN1CACRL nameConstraintsDN1subCA3CRL
        4.13.30 trusted | nameConstraintsDNS1CACert ValidDNSnameConstraintsTest30EE | nameConstraintsDNS1CACRL
        4.13.31 constraint.name 0 | nameConstraintsDNS1CACert InvalidDNSnameConstraintsTest31EE | \
        nameConstraintsDNS1CACRL
        4.13.32 trusted | nameConstraintsDNS2CACert ValidDNSnameConstraintsTest32EE | nameConstraintsDNS2CACRL
        4.13.33 constraint.name 0 | nameConstraintsDNS2CACert InvalidDNSnameConstraintsTest33EE | \
        nameConstraintsDNS2CACRL
        4.13.34 trusted | nameConstraintsURI1CACert ValidURInameConstraintsTest34EE | nameConstraintsURI1CACRL
        4.13.35 constraint.name 0 | nameConstraintsURI1CACert InvalidURInameConstraintsTest35EE | \
        nameConstraintsURI1CACRL
        4.13.36 trusted | nameConstraintsURI2CACert ValidURInameConstraintsTest36EE | nameConstraintsURI2CACRL
        4.13.37 constraint.name 0 | nameConstraintsURI2CACert InvalidURInameConstraintsTest37EE | \
        nameConstraintsURI2CACRL
        4.13.38 constraint.name 0 | nameConstraintsDNS1CACert InvalidDNSnameConstraintsTest38EE | \
        nameConstraintsDNS1CACRL
        4.14.1 trusted | distributionPoint1CACert ValiddistributionPointTest1EE | distributionPoint1CACRL
        4.14.2 revocation.revoked 0 | distributionPoint1CACert InvaliddistributionPointTest2EE | \
        distributionPoint1CACRL
        4.14.3 revocation.responseInvalid 0 | distributionPoint1CACert InvaliddistributionPointTest3EE | \
        distributionPoint1CACRL
        4.14.4 trusted | distributionPoint1CACert ValiddistributionPointTest4EE | distributionPoint1CACRL
        4.14.5 trusted | distributionPoint2CACert ValiddistributionPointTest5EE | distributionPoint2CACRL
        4.14.6 revocation.revoked 0 | distributionPoint2CACert InvaliddistributionPointTest6EE | \
        distributionPoint2CACRL
        4.14.7 trusted | distributionPoint2CACert ValiddistributionPointTest7EE | distributionPoint2CACRL
        4.14.8 revocation.responseInvalid 0 | distributionPoint2CACert InvaliddistributionPointTest8EE | \
        distributionPoint2CACRL
        4.14.9 revocation.responseInvalid 0 | distributionPoint2CACert InvaliddistributionPointTest9EE | \
        distributionPoint2CACRL
        4.14.10 trusted | NoissuingDistributionPointCACert ValidNoissuingDistributionPointTest10EE | \
        NoissuingDistributionPointCACRL
        4.14.11 revocation.responseInvalid 0 | onlyContainsUserCertsCACert InvalidonlyContainsUserCertsTest11EE | \
        onlyContainsUserCertsCACRL
        4.14.12 revocation.responseInvalid 0 | onlyContainsCACertsCACert InvalidonlyContainsCACertsTest12EE | \
        onlyContainsCACertsCACRL
        4.14.13 trusted | onlyContainsCACertsCACert ValidonlyContainsCACertsTest13EE | onlyContainsCACertsCACRL
        4.14.14 revocation.responseInvalid 0 | onlyContainsAttributeCertsCACert \
        InvalidonlyContainsAttributeCertsTest14EE | onlyContainsAttributeCertsCACRL
        4.14.15 revocation.revoked 0 | onlySomeReasonsCA1Cert InvalidonlySomeReasonsTest15EE | \
        onlySomeReasonsCA1compromiseCRL onlySomeReasonsCA1otherreasonsCRL
        4.14.16 revocation.revoked 0 | onlySomeReasonsCA1Cert InvalidonlySomeReasonsTest16EE | \
        onlySomeReasonsCA1compromiseCRL onlySomeReasonsCA1otherreasonsCRL
        4.14.17 revocation.unavailable 0 | onlySomeReasonsCA2Cert InvalidonlySomeReasonsTest17EE | \
        onlySomeReasonsCA2CRL1 onlySomeReasonsCA2CRL2
        4.14.18 trusted | onlySomeReasonsCA3Cert ValidonlySomeReasonsTest18EE | onlySomeReasonsCA3compromiseCRL \
        onlySomeReasonsCA3otherreasonsCRL
        4.14.19 trusted | onlySomeReasonsCA4Cert ValidonlySomeReasonsTest19EE | onlySomeReasonsCA4compromiseCRL \
        onlySomeReasonsCA4otherreasonsCRL
        4.14.20 revocation.revoked 0 | onlySomeReasonsCA4Cert InvalidonlySomeReasonsTest20EE | \
        onlySomeReasonsCA4compromiseCRL onlySomeReasonsCA4otherreasonsCRL
        4.14.21 revocation.revoked 0 | onlySomeReasonsCA4Cert InvalidonlySomeReasonsTest21EE | \
        onlySomeReasonsCA4compromiseCRL onlySomeReasonsCA4otherreasonsCRL
        4.14.22 trusted | indirectCRLCA1Cert ValidIDPwithindirectCRLTest22EE | indirectCRLCA1CRL
        4.14.23 revocation.revoked 0 | indirectCRLCA1Cert InvalidIDPwithindirectCRLTest23EE | indirectCRLCA1CRL
        4.14.24 trusted | indirectCRLCA2Cert indirectCRLCA1Cert ValidIDPwithindirectCRLTest24EE | \
        indirectCRLCA1CRL
        4.14.25 trusted | indirectCRLCA2Cert indirectCRLCA1Cert ValidIDPwithindirectCRLTest25EE | \
        indirectCRLCA1CRL
        4.14.26 revocation.unavailable 0 | indirectCRLCA2Cert indirectCRLCA1Cert InvalidIDPwithindirectCRLTest26EE \
        | indirectCRLCA1CRL
        4.14.27 revocation.responseInvalid 0 | indirectCRLCA2Cert GoodCACert InvalidcRLIssuerTest27EE | GoodCACRL
        4.14.28 trusted | indirectCRLCA3Cert indirectCRLCA3cRLIssuerCert ValidcRLIssuerTest28EE | \
        indirectCRLCA3CRL indirectCRLCA3cRLIssuerCRL
        4.14.29 trusted | indirectCRLCA3Cert indirectCRLCA3cRLIssuerCert ValidcRLIssuerTest29EE | \
        indirectCRLCA3CRL indirectCRLCA3cRLIssuerCRL
        4.14.30 trusted | indirectCRLCA4Cert indirectCRLCA4cRLIssuerCert ValidcRLIssuerTest30EE | \
        indirectCRLCA4cRLIssuerCRL
        4.14.31 revocation.revoked 0 | indirectCRLCA5Cert indirectCRLCA6Cert InvalidcRLIssuerTest31EE | \
        indirectCRLCA5CRL
        4.14.32 revocation.revoked 0 | indirectCRLCA5Cert indirectCRLCA6Cert InvalidcRLIssuerTest32EE | \
        indirectCRLCA5CRL
        4.14.33 trusted | indirectCRLCA5Cert indirectCRLCA6Cert ValidcRLIssuerTest33EE | indirectCRLCA5CRL
        4.14.34 revocation.revoked 0 | indirectCRLCA5Cert InvalidcRLIssuerTest34EE | indirectCRLCA5CRL
        4.14.35 revocation.responseInvalid 0 | indirectCRLCA5Cert InvalidcRLIssuerTest35EE | indirectCRLCA5CRL
        4.15.1 revocation.unavailable 0 | deltaCRLIndicatorNoBaseCACert InvaliddeltaCRLIndicatorNoBaseTest1EE | \
        deltaCRLIndicatorNoBaseCACRL
        4.15.2 trusted | deltaCRLCA1Cert ValiddeltaCRLTest2EE | deltaCRLCA1CRL deltaCRLCA1deltaCRL
        4.15.3 revocation.revoked 0 | deltaCRLCA1Cert InvaliddeltaCRLTest3EE | deltaCRLCA1CRL deltaCRLCA1deltaCRL
        4.15.4 revocation.revoked 0 | deltaCRLCA1Cert InvaliddeltaCRLTest4EE | deltaCRLCA1CRL deltaCRLCA1deltaCRL
        4.15.5 trusted | deltaCRLCA1Cert ValiddeltaCRLTest5EE | deltaCRLCA1CRL deltaCRLCA1deltaCRL
        4.15.6 revocation.revoked 0 | deltaCRLCA1Cert InvaliddeltaCRLTest6EE | deltaCRLCA1CRL deltaCRLCA1deltaCRL
        4.15.7 trusted | deltaCRLCA1Cert ValiddeltaCRLTest7EE | deltaCRLCA1CRL deltaCRLCA1deltaCRL
        4.15.8 trusted | deltaCRLCA2Cert ValiddeltaCRLTest8EE | deltaCRLCA2CRL deltaCRLCA2deltaCRL
        4.15.9 revocation.revoked 0 | deltaCRLCA2Cert InvaliddeltaCRLTest9EE | deltaCRLCA2CRL deltaCRLCA2deltaCRL
        4.15.10 revocation.stale 0 | deltaCRLCA3Cert InvaliddeltaCRLTest10EE | deltaCRLCA3CRL deltaCRLCA3deltaCRL
        4.16.1 trusted | ValidUnknownNotCriticalCertificateExtensionTest1EE |
        4.16.2 constraint.criticalExtension 0 | InvalidUnknownCriticalCertificateExtensionTest2EE |

        """
}
