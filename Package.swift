// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target: Swift 6 language mode, warnings as errors, strict memory safety.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
    .strictMemorySafety(),
    // The linker orders functions only if each has its own section.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release)),
]

/// The linker settings of releases, which halve the start time by avoiding file reads and symbol resolution (decision
/// 0008).
///
/// The Swift libraries are linked statically. FoundationEssentials needs three libraries by name, and `Deploy/link.d`,
/// searched before the compiler's directories, provides the static C++ library. Relocations are packed, and no symbols
/// are exported.
let staticRuntime: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-lswiftSynchronization",
            "-use-ld=lld",
            "-L\(Context.packageDirectory)/Deploy/link.d",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic",
        ],
        .when(platforms: [.linux], configuration: .release)
    )
]

/// The linker settings of the daemon's releases, which put the functions that it uses next to each other (decision 0008).
///
/// `Deploy/benchmark instructions --update` writes the list. A function that is missing in the list follows those in it.
let orderedFunctions: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Deploy/link.d/functions",
            "-Xlinker", "--no-warn-symbol-ordering",
        ],
        .when(platforms: [.linux], configuration: .release)
    )
]

/// The modules of the system, apart from Synchronization, that targets may import.
///
/// The package manager does not check them. `Deploy/gates.d/imports` reads this list.
let systemModules = [
    "Glibc": [
        "SecretMemory", "FileAccess", "SystemThreads", "CurlFetching", "TrustOpenSSL", "TLSChainClient",
        "FetcherClient", "MicrohttpdServer", "anchord", "anchord-fetcher", "AnchordBenchmarks",
    ],
    "Dispatch": ["EvidenceFiles", "anchord"],
    "Foundation": ["AnchordBenchmarks"],
]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "anchord",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-gnutls-dev"])]),
        .target(name: "CCurlShims", dependencies: ["CCurl"]),
        .target(name: "COpenSSLShims", dependencies: ["COpenSSL"]),
        .target(name: "CLuaShims", dependencies: ["CLua"]),
        .target(name: "CMicrohttpdShims", dependencies: ["CMicrohttpd"]),
        .target(name: "COpenAPI"),
        .target(name: "CSystemShims"),

        library("TrustModel"),
        library("X509Parsing", ["TrustModel"]),
        library("TrustEvaluation", ["TrustModel", "BoundedCache"]),
        library("YAMLEvents", ["CYAML"]),
        library("SecretMemory", ["CSystemShims"]),
        library("FileAccess", ["SecretMemory", "CSystemShims"]),
        library("StructuredDocuments", ["TrustModel", "YAMLEvents"]),
        library("TrustPolicies", ["TrustModel", "TrustEvaluation", "StructuredDocuments", "FileAccess"]),
        library("RootPrograms", ["TrustModel", "TrustEvaluation"]),
        library("BoundedCache"),
        library("SystemThreads", ["CSystemShims"]),
        library("FetchProtocol"),
        library("FetchRules", ["TrustModel"]),
        library(
            "CurlFetching",
            ["TrustModel", "FetchProtocol", "FetchRules", "SystemThreads", "CCurl", "CCurlShims"]
        ),
        library(
            "TrustOpenSSL",
            [
                "TrustModel", "X509Parsing", "TrustEvaluation", "BoundedCache", "SecretMemory", "COpenSSL",
                "COpenSSLShims", "CIDN2", "CPSL",
            ]
        ),
        library(
            "TrustIdentities",
            [
                "TrustModel", "X509Parsing", "TrustEvaluation", "TrustOpenSSL", "FileAccess", "SecretMemory",
            ]
        ),
        // Its files are compressed during the build, and become part of the program.
        .target(
            name: "WebConsole",
            dependencies: ["TrustModel"],
            exclude: ["Web"],
            swiftSettings: settings,
            plugins: ["WebConsoleCompression"]
        ),
        .plugin(
            name: "WebConsoleCompression",
            capability: .buildTool(),
            path: "Sources/WebConsoleCompression",
            exclude: ["compress"]
        ),
        library("TrustScripts", ["TrustModel", "TrustEvaluation", "CLuaShims"]),
        library("TrustEvidence", ["TrustModel", "TrustEvaluation", "BoundedCache"]),
        library("EvidenceFiles", ["TrustEvidence", "FileAccess"]),
        library(
            "TLSChainClient",
            ["TrustModel", "TrustOpenSSL", "SystemThreads", "COpenSSL", "COpenSSLShims"]
        ),
        library("FetcherClient", ["FetchProtocol", "SystemThreads", "CSystemShims"]),
        library("MicrohttpdServer", ["SystemThreads", "CMicrohttpd", "CMicrohttpdShims", "CSystemShims"]),
        library(
            "TrustService",
            [
                "TrustModel", "TrustEvaluation", "TrustEvidence", "StructuredDocuments", "TrustPolicies",
                "BoundedCache",
            ]
        ),
        library("DecisionFiles", ["TrustModel", "TrustService", "FileAccess", "SystemThreads"]),
        library(
            "TrustAPI",
            [
                "TrustModel", "TrustEvaluation", "TrustEvidence", "StructuredDocuments", "TrustPolicies",
                "TrustService", "TrustIdentities", "BoundedCache", "MicrohttpdServer", "SystemThreads", "WebConsole",
            ]
        ),
        .executableTarget(
            name: "anchord",
            dependencies: [
                "TrustModel", "TrustEvaluation", "FileAccess", "SecretMemory", "StructuredDocuments", "TrustPolicies",
                "SystemThreads",
                "TrustOpenSSL", "TrustIdentities", "TrustScripts", "TLSChainClient", "FetchProtocol", "FetchRules",
                "FetcherClient", "MicrohttpdServer", "TrustService", "DecisionFiles", "TrustAPI", "TrustEvidence",
                "EvidenceFiles", "RootPrograms", "COpenAPI",
                argumentParser, logging,
            ],
            swiftSettings: settings,
            linkerSettings: staticRuntime + orderedFunctions
        ),
        .executableTarget(
            name: "anchord-fetcher",
            dependencies: ["CurlFetching", argumentParser],
            swiftSettings: settings,
            linkerSettings: staticRuntime
        ),
        .executableTarget(
            name: "AnchordBenchmarks",
            dependencies: ["TrustTestSupport", argumentParser],
            swiftSettings: settings
        ),

        // Does not depend on the library targets, so that their parsers are tested with an independent encoder.
        .target(
            name: "TrustTestSupport",
            dependencies: ["COpenSSL"],
            path: "Tests/TrustTestSupport",
            swiftSettings: settings
        ),
        // The parsers with properties that hold for every input: Deploy/fuzz searches for counterexamples, the tests
        // replay them.
        .target(
            name: "ParserHarnesses",
            dependencies: [
                "TrustModel", "X509Parsing", "TrustEvaluation", "StructuredDocuments", "TrustPolicies", "TrustOpenSSL",
                "BoundedCache", "MicrohttpdServer", "TrustService", "TrustAPI", "TrustEvidence", "RootPrograms",
                "TrustTestSupport",
            ],
            path: "Tests/ParserHarnesses",
            swiftSettings: settings
        ),
        tests("ParserHarnessesTests", ["ParserHarnesses"]),
        tests("TrustTestSupportTests", ["TrustTestSupport"]),
        tests("BoundedCacheTests", ["BoundedCache", "TrustTestSupport"]),
        tests("SystemThreadsTests", ["SystemThreads"]),
        tests("YAMLEventsTests", ["YAMLEvents"]),
        tests("SecretMemoryTests", ["SecretMemory"]),
        tests("FetchProtocolTests", ["FetchProtocol", "FetchRules"]),
        tests("FetchRulesTests", ["FetchRules", "TrustModel"]),
        tests("FetcherTests", ["CurlFetching", "FetchProtocol", "FetchRules", "anchord-fetcher"]),
        tests("FileAccessTests", ["FileAccess", "SecretMemory", "TrustTestSupport"]),
        tests("TrustModelTests", ["TrustModel"]),
        tests("TrustEvaluationTests", ["TrustModel", "TrustEvaluation", "TrustOpenSSL", "TrustTestSupport"]),
        tests(
            "TrustOpenSSLTests",
            [
                "BoundedCache", "TrustModel", "X509Parsing", "TrustEvaluation", "TrustOpenSSL", "SecretMemory",
                "TrustTestSupport", "ParserHarnesses",
            ]
        ),
        tests(
            "TrustIdentitiesTests",
            [
                "TrustIdentities", "TrustModel", "X509Parsing", "TrustOpenSSL", "FileAccess", "SecretMemory",
                "TrustTestSupport",
            ]
        ),
        tests(
            "TrustScriptsTests",
            ["TrustScripts", "TrustModel", "TrustEvaluation", "TrustOpenSSL", "TrustTestSupport"]
        ),
        tests(
            "TrustEvidenceTests",
            [
                "TrustEvidence", "EvidenceFiles", "TrustModel", "TrustEvaluation", "TrustOpenSSL", "FileAccess",
                "TrustTestSupport",
            ]
        ),
        tests(
            "RootProgramsTests",
            ["RootPrograms", "TrustModel", "TrustEvaluation", "TrustOpenSSL", "TrustTestSupport"]
        ),
        tests("TLSChainClientTests", ["TLSChainClient", "TrustModel", "TrustOpenSSL"]),
        tests("FetcherClientTests", ["FetcherClient", "FetchProtocol", "TrustTestSupport"]),
        tests("MicrohttpdServerTests", ["MicrohttpdServer", "SystemThreads"]),
        tests("StructuredDocumentsTests", ["StructuredDocuments", "TrustModel"]),
        tests(
            "TrustPoliciesTests",
            ["TrustModel", "TrustEvaluation", "StructuredDocuments", "TrustPolicies", "TrustTestSupport"]
        ),
        tests(
            "DecisionFilesTests",
            [
                "DecisionFiles", "TrustAPI", "TrustService", "TrustEvaluation", "TrustEvidence", "TrustModel",
                "FileAccess",
                "SystemThreads", "TrustTestSupport",
            ]
        ),
        tests("TrustServiceTests", ["TrustService", "TrustModel", "TrustEvaluation", "TrustEvidence"]),
        tests(
            "TrustAPITests",
            [
                "TrustAPI", "TrustService", "TrustEvidence", "TrustModel", "TrustEvaluation", "StructuredDocuments",
                "TrustPolicies", "TrustOpenSSL",
                "TrustIdentities", "TrustScripts", "MicrohttpdServer", "TrustTestSupport", "WebConsole", "YAMLEvents",
            ],
            exclude: ["Fixtures"]
        ),
        tests(
            "AnchordTests",
            [
                "anchord", "MicrohttpdServer", "TrustService", "TrustAPI", "TrustPolicies", "TrustIdentities",
                "StructuredDocuments", "TrustEvaluation",
                "TrustModel", "TrustEvidence", "FetchProtocol", "FetcherClient", "TrustTestSupport", argumentParser,
                logging,
            ],
            exclude: ["Fixtures"]
        ),
        tests("AnchordBenchmarksTests", ["AnchordBenchmarks", "TrustTestSupport"]),
    ],
    swiftLanguageModes: [.v6],
)

// libFuzzer provides `main` for this program, so only fuzzing builds can link it.
if Context.environment["ANCHORD_FUZZING"] != nil {
    package.targets.append(
        .executableTarget(
            name: "AnchordFuzzing",
            dependencies: ["ParserHarnesses"],
            path: "Tests/AnchordFuzzing",
            swiftSettings: settings
        )
    )
}

// Tests of values and pure functions, which the thread sanitizer need not examine; `Deploy/test` omits them from that build.
if Context.environment["ANCHORD_WITHOUT_PURE_TESTS"] != nil {
    let pure = [
        "TrustModelTests", "TrustEvaluationTests", "YAMLEventsTests", "TrustTestSupportTests", "ParserHarnessesTests",
        "RootProgramsTests", "FetchProtocolTests", "FetchRulesTests", "AnchordBenchmarksTests",
    ]
    package.targets.removeAll { pure.contains($0.name) }
}
