// swift-tools-version: 6.2

import PackageDescription

// Makes a program of each page, for systems without Xcode and for the checks.
let package = Package(
  name: "Playgrounds",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ReactiveLoadable", path: "..")],
  targets: [
    "State", "Relays", "Loading", "Once", "Lists", "Caches", "Policies", "Marbles",
  ].map { page in
    .executableTarget(
      name: page,
      dependencies: [
        .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
        .product(name: "ReactiveResources", package: "ReactiveLoadable"),
        .product(name: "MarbleTesting", package: "ReactiveLoadable"),
      ],
      path: "ReactiveLoadable.playground/Pages/\(page).xcplaygroundpage",
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  }
)
