// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of the library do not build it. Scripts/fuzz.sh adds the
// coverage of the fuzzer to all modules.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ReactiveLoadable", path: "..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveResources", package: "ReactiveLoadable"),
        .product(name: "MarbleDiagrams", package: "ReactiveLoadable"),
      ]
    )
  ]
)
