// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses the library resolves what the benchmarks need.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ReactiveLoadable", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "RelayBenchmarks",
      dependencies: [
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    )
  ]
)
