import Foundation
@testable import ReactiveResources

extension FuzzTarget {
  /// A redirect leads to a URL of HTTP, without credentials of its own and those of other origins.
  ///
  /// Each line is the `Location` of one redirect.
  static let locations = FuzzTarget(name: "locations") { input in
    guard let start = URL(string: input.choice(of: starts)) else { return }
    let status = input.choice(of: [301, 302, 303, 307, 308])
    var request = ResourceRequest(start, method: .post, body: Data([1]))
    request.headers = ["Authorization": "a", "Cookie": "b", "X-Key": "c", "X-Other": "d"]
    var chain = RedirectChain(request, RedirectPolicy(limit: 8, sensitiveFields: ["X-Key"]))
    for location in input.lines.prefix(10) {
      let before = chain.request
      do throws(RedirectError) {
        try chain.follow(location, status: status)
      } catch {
        checkText(of: error, location)
        continue
      }
      check(planted(chain.request, from: before), from: before, location)
    }
    require(chain.count <= 8, "\(chain.count) redirects are followed")
  }

  private static let starts = [
    "https://a.test/x?y#z", "http://a.test", "https://a.test:8443/b/c/", "http://[::1]:80/",
  ]

  private static func planted(
    _ request: ResourceRequest,
    from before: ResourceRequest
  ) -> ResourceRequest {
    planting(in: request) { request in
      if request.url.host() == before.url.host(), request.url.port == 81 {
        request.headers["cookie"] = "b"
      }
    }
  }

  private static func check(
    _ request: ResourceRequest,
    from before: ResourceRequest,
    _ location: String
  ) {
    let url = request.url
    let scheme = url.scheme?.lowercased()
    require(scheme == "https" || scheme == before.url.scheme, "\(location) leads to \(url)")
    require(url.host()?.isEmpty == false, "\(location) leads to \(url)")
    require(url.user() == nil && url.password() == nil, "\(location) leads to \(url)")
    require(URL(string: url.absoluteString)?.origin == url.origin, "\(url) is another as text")
    require(!request.key.contains("#"), "the key \(request.key) has a fragment")
    if url.origin != before.url.origin {
      for name in ["authorization", "cookie", "x-key"] {
        require(request.headers[name] == nil, "\(location) receives \(name)")
      }
      require(!request.allowsCredentials, "\(location) receives credentials")
    }
    require(request.headers["x-other"] == "d", "\(location) receives no other fields")
    let isKept = request.method == before.method && request.body == before.body
    require(isKept || request.method == .get && request.body == nil, "\(request)")
  }

  /// A password that the location has once is not in the text of an error.
  private static func checkText(of error: RedirectError, _ location: String) {
    guard let password = URL(string: location)?.password(), password.utf8.count > 5,
      location.ranges(of: password).count == 1
    else { return }
    require(!error.localizedDescription.contains(password), "\(error) of \(location)")
  }
}
