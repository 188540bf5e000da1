// swift-tools-version: 6.2

import PackageDescription

// For tests on Linux. `LIKE_MACOS=15` disables the features that macOS 15 lacks: immediate tasks, the hooks
// `getMainExecutor` and `isMainExecutor`, and clocks in virtual time. `LIKE_MACOS=26` disables the hooks
// that macOS 26 no longer calls: those for sleeps and yields.
let likeMacOS = Context.environment["LIKE_MACOS"]
precondition([nil, "15", "26"].contains(likeMacOS), "LIKE_MACOS must be 15, 26 or unset.")

let likeMacOSSettings: [SwiftSetting] = likeMacOS.map { [.define("LIKE_MACOS_\($0)")] } ?? []

// Only for builds of this package: the scripts and CI set it. A setting of warnings in a package that is added
// by URL does not build in Xcode 26 and from Swift 6.4 on, which suppress the warnings of such packages.
let isStrict = Context.environment["REACTIVE_LOADABLE_STRICT"] == "1"
let warnings: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

// All features exist in Swift 6.2.0. A compiler ignores an upcoming feature that it does not know.
let settings: [SwiftSetting] =
  likeMacOSSettings + warnings + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]

let shim: Target.Dependency = "CombineShim"
// Apple platforms use Combine and do not build OpenCombine.
let openCombine = Target.Dependency.product(
  name: "OpenCombine",
  package: "OpenCombine",
  condition: .when(platforms: [.linux, .windows, .android])
)
let algorithms = Target.Dependency.product(
  name: "AsyncAlgorithms",
  package: "swift-async-algorithms"
)
let atomics = Target.Dependency.product(name: "Atomics", package: "swift-atomics")
let customDump = Target.Dependency.product(name: "CustomDump", package: "swift-custom-dump")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let trees = Target.Dependency.product(name: "HashTreeCollections", package: "swift-collections")

// A dependency of swift-custom-dump has another name for newer compilers. Both packages contain the same
// module, so this manifest must depend on the one that swift-custom-dump depends on.
#if compiler(>=6.4)
let issuePackage = (name: "swift-issue-reporting", version: Version(2, 1, 0))
#else
let issuePackage = (name: "xctest-dynamic-overlay", version: Version(1, 13, 0))
#endif
let issues = Target.Dependency.product(name: "IssueReporting", package: issuePackage.name)
// On non-Apple platforms an issue fails a test only if this product is linked. It links the test
// libraries and is a dependency of MarbleTesting. So only test targets may depend on MarbleTesting.
let issuesInTests = Target.Dependency.product(
  name: "IssueReportingTestSupport",
  package: issuePackage.name
)

let package = Package(
  name: "ReactiveLoadable",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    // The product lists its layers, because Scripts/api.sh compares the modules that products list.
    .library(
      name: "ReactiveLoadable",
      targets: ["ReactiveLoadable", "ReactiveCaching", "ReactivePaging", "ReactiveLoading"]
    ),
    .library(name: "ReactiveRelays", targets: ["ReactiveRelays"]),
    .library(name: "ReactiveResources", targets: ["ReactiveResources"]),
    .library(name: "ReactiveStore", targets: ["ReactiveStore"]),
    .library(name: "ReactiveTimeline", targets: ["ReactiveTimeline"]),
    .library(name: "StoreTesting", targets: ["StoreTesting"]),
    .library(name: "LoadableTesting", targets: ["LoadableTesting"]),
    .library(name: "MarbleTesting", targets: ["MarbleTesting", "MarbleEngine"]),
    .library(name: "MarbleDiagrams", targets: ["MarbleDiagrams"]),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(
      url: "https://github.com/pointfreeco/\(issuePackage.name)",
      from: issuePackage.version
    ),
    // Only for the demo and tests: users of the libraries do not build these packages.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(name: "CombineShim", dependencies: [openCombine], swiftSettings: settings),
    // What the layers and MarbleTesting both need. It has no product, because it declares no public type.
    .target(name: "ReactiveGround", dependencies: [shim, issues], swiftSettings: settings),
    // The layers of ReactiveLoadable, each a module, so that the compiler keeps their order.
    .target(
      name: "ReactiveRelays",
      dependencies: ["ReactiveGround", shim, issues],
      swiftSettings: settings
    ),
    .target(
      name: "ReactiveLoading",
      dependencies: ["ReactiveRelays", shim, algorithms, atomics, deque, trees, issues],
      swiftSettings: settings
    ),
    .target(
      name: "ReactivePaging",
      dependencies: ["ReactiveLoading", "ReactiveRelays", shim, atomics, trees],
      swiftSettings: settings
    ),
    .target(
      name: "ReactiveCaching",
      dependencies: ["ReactiveLoading", "ReactiveRelays", shim, deque, issues],
      swiftSettings: settings
    ),
    .target(
      name: "ReactiveLoadable",
      dependencies: [
        "ReactiveCaching", "ReactivePaging", "ReactiveLoading", "ReactiveRelays", shim, algorithms,
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ReactiveResources",
      dependencies: ["ReactiveLoadable", shim],
      // The App Store requires it of code that reads the times of files.
      resources: [.copy("PrivacyInfo.xcprivacy")],
      swiftSettings: settings
    ),
    .target(
      name: "ReactiveTimeline",
      dependencies: [
        "ReactiveLoadable", "ReactiveLoading", "ReactiveRelays", "ReactiveGround", "MarbleDiagrams",
        shim, deque,
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ReactiveStore",
      dependencies: ["ReactiveLoadable", shim, deque, trees, issues],
      swiftSettings: settings
    ),
    .target(
      name: "CMarbleHooks",
      cSettings: likeMacOS.map { [.define("LIKE_MACOS", to: $0)] } ?? []
    ),
    .target(name: "MarbleDiagrams", swiftSettings: settings),
    // MarbleTesting is three modules, so that the compiler keeps their order: users import the last one, which
    // exports the public types of the first.
    .target(
      name: "MarbleEngine",
      dependencies: ["MarbleDiagrams", "CMarbleHooks", "ReactiveGround", shim, customDump, issues],
      swiftSettings: settings
    ),
    .target(
      name: "MarbleReport",
      dependencies: ["MarbleEngine", "ReactiveGround", shim, customDump],
      swiftSettings: settings
    ),
    .target(
      name: "MarbleTesting",
      dependencies: [
        "MarbleReport", "MarbleEngine", "MarbleDiagrams", shim, issues, issuesInTests,
      ],
      swiftSettings: settings
    ),
    .target(
      name: "LoadableTesting",
      dependencies: [
        "MarbleTesting", "MarbleReport", "ReactiveLoadable", "ReactiveLoading", "ReactiveRelays",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "StoreTesting",
      dependencies: [
        "ReactiveStore", "ReactiveLoadable", "LoadableTesting", "MarbleTesting", "MarbleReport",
        "MarbleDiagrams", shim, customDump,
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Demo",
      dependencies: [
        "ReactiveLoadable",
        "ReactiveResources",
        "ReactiveStore",
        "ReactiveTimeline",
        "MarbleDiagrams",
        algorithms,
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.copy("Resources"), .copy("Web/Page")],
      swiftSettings: settings
    ),
    // Shared support for the tests of several libraries.
    .target(
      name: "TestSupport",
      dependencies: ["MarbleTesting", issues],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReactiveLoadableTests",
      dependencies: [
        "ReactiveLoadable", "ReactiveCaching", "ReactivePaging", "ReactiveLoading",
        "ReactiveRelays", "ReactiveGround", "LoadableTesting", "TestSupport", shim, algorithms,
        issues, issuesInTests,
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReactiveStoreTests",
      dependencies: [
        "ReactiveStore", "StoreTesting", "ReactiveResources", "ReactiveLoadable", "LoadableTesting",
        "TestSupport", shim, issuesInTests,
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReactiveTimelineTests",
      dependencies: [
        "ReactiveTimeline", "ReactiveLoadable", "MarbleDiagrams", "LoadableTesting", "TestSupport",
        shim, issuesInTests,
      ],
      exclude: ["TestWriting/Texts"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StoreTestingTests",
      dependencies: [
        "StoreTesting", "ReactiveStore", "ReactiveLoadable", "LoadableTesting", "TestSupport", shim,
        issuesInTests,
      ],
      swiftSettings: settings
    ),
    // The process that tests of the disk cache kill.
    .executableTarget(
      name: "DiskVictim",
      dependencies: ["ReactiveResources"],
      path: "Tests/DiskVictim",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReactiveResourcesTests",
      dependencies: [
        "ReactiveResources", "ReactiveLoadable", "LoadableTesting", "TestSupport",
        .target(name: "DiskVictim", condition: .when(platforms: [.macOS, .linux])),
        issuesInTests,
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MarbleTestingTests",
      dependencies: [
        "MarbleTesting", "MarbleReport", "MarbleEngine", "TestSupport", shim, algorithms,
        customDump, issues, issuesInTests,
      ],
      exclude: ["Golden/Texts"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "LoadableTestingTests",
      dependencies: [
        "LoadableTesting", "MarbleTesting", "ReactiveLoadable", "TestSupport", shim, algorithms,
        customDump, issuesInTests,
      ],
      exclude: ["Golden/Texts"],
      swiftSettings: settings
    ),
    // The models of the sample app in Examples, with the settings of a new project of Xcode 26.
    .target(
      name: "MovieSearchModels",
      dependencies: ["ReactiveLoadable", "ReactiveResources"],
      path: "Examples/MovieSearch/Sources/Models",
      swiftSettings: warnings + [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    .testTarget(
      name: "MovieSearchTests",
      dependencies: [
        "MovieSearchModels", "ReactiveResources", "ReactiveLoadable", "LoadableTesting",
        issuesInTests,
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DemoTests",
      dependencies: [
        "Demo",
        "ReactiveLoadable",
        "ReactiveResources",
        "ReactiveStore",
        "ReactiveTimeline",
        "StoreTesting",
        "LoadableTesting",
        "TestSupport",
        algorithms,
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Recordings/Fixtures"],
      swiftSettings: settings
    ),
  ]
)
