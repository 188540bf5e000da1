// swift-tools-version: 6.2

import PackageDescription

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// A separate package, so that users of the library do not resolve the benchmarks' dependencies.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ReactiveLoadable", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.0"),
  ],
  targets: [
    .target(name: "CCallgrind"),
    .target(name: "Measuring", dependencies: ["CCallgrind", arguments]),
    .executableTarget(
      name: "RelayBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "StreamBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "LoaderBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "TimelineBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveTimeline", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(name: "BudgetCheck", dependencies: ["Measuring", arguments]),
    // Replaces `malloc` in each program that depends on it.
    .target(name: "CHeap"),
    .executableTarget(
      name: "MemoryBenchmarks",
      dependencies: [
        "Measuring",
        "CHeap",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveResources", package: "ReactiveLoadable"),
        .product(name: "ReactiveTimeline", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "PagingBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "CacheBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveResources", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "StoreBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveStore", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "ModelBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveStore", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
    .executableTarget(
      name: "MarbleBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "LoadableTesting", package: "ReactiveLoadable"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        arguments,
      ]
    ),
    .target(name: "CCoverage"),
    .executableTarget(
      name: "Walk",
      dependencies: [
        "CCoverage",
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveStore", package: "ReactiveLoadable"),
        arguments,
      ]
    ),
  ]
)
