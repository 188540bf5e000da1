// swift-tools-version: 6.2

import PackageDescription

// Builds each page as a program, for systems without Xcode and for Scripts/playgrounds.sh.
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
        .product(name: "LoadableTesting", package: "ReactiveLoadable"),
      ],
      path: "ReactiveLoadable.playground/Pages/\(page).xcplaygroundpage",
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  }
)
