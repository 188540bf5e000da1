// swift-tools-version: 6.2

import PackageDescription

let libraries: [Target.Dependency] = [
  .product(name: "ReactiveLoadable", package: "ReactiveLoadable"),
  .product(name: "ReactiveResources", package: "ReactiveLoadable"),
]
// On a Mac a program with the test libraries starts only with their paths.
let testing: [Target.Dependency] = [
  .product(name: "LoadableTesting", package: "ReactiveLoadable")
]

extension String {
  var hasMarbles: Bool { ["Once", "Policies", "Marbles"].contains(self) }
}

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
      dependencies: page.hasMarbles ? libraries + testing : libraries,
      path: "ReactiveLoadable.playground/Pages/\(page).xcplaygroundpage",
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  }
)
