// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of the library do not resolve GRDB.
let package = Package(
  name: "DatabaseStore",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "DatabaseStore", targets: ["DatabaseStore"])],
  dependencies: [
    .package(name: "ReactiveLoadable", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "DatabaseStore",
      dependencies: [
        .product(name: "ReactiveResources", package: "ReactiveLoadable"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(name: "DatabaseStoreTests", dependencies: ["DatabaseStore"]),
  ]
)
