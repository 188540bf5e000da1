import ReactiveResources
import Testing

@Suite struct `Cache-Control directives (H3)` {
  @Test func `directives are parsed in any case, order and spacing`() {
    let control = CacheControl(" Max-Age=60 ,\tNO-STORE,, immutable, stale-if-error=\"5\"")
    #expect(control.maxAge == 60)
    #expect(control.noStore)
    #expect(control.isImmutable)
    #expect(control.staleIfError == 5)
    #expect(!control.noCache && !control.mustRevalidate)
  }

  @Test func `absent directives are absent`() {
    #expect(CacheControl(nil) == CacheControl())
    #expect(CacheControl("") == CacheControl())
    #expect(CacheControl("public, private, s-maxage=9, x-more=\"a,no-store\"") == CacheControl())
  }

  @Test(arguments: ["abc", "-1", "1.5", "", "\"\"", " ", "60s", "٣"])
  func `a lifetime that is no number has expired`(text: String) {
    #expect(CacheControl("max-age=\(text)").maxAge == 0)
    #expect(CacheControl("stale-while-revalidate=\(text)").staleWhileRevalidate == nil)
    #expect(CacheControl("stale-if-error=\(text)").staleIfError == nil)
  }

  @Test func `of several lifetimes the smallest applies`() {
    #expect(CacheControl("max-age=60, max-age=30, max-age=90").maxAge == 30)
    #expect(CacheControl("max-age=60, max-age=x").maxAge == 0)
  }

  @Test(arguments: ["2147483648", "2147483649", "99999999999999999999999999"])
  func `a lifetime that is too large is 68 years`(text: String) {
    #expect(CacheControl("max-age=\(text)").maxAge == 2_147_483_648)
  }

  @Test func `a directive that names fields counts as one without`() {
    #expect(CacheControl("no-cache=\"set-cookie, x\"").noCache)
    #expect(CacheControl("must-revalidate").mustRevalidate)
  }

  @Test(arguments: [
    "x=\"a, no-store", "x=\"a\\\", no-store", "x=a\", no-store", "a\"b, no-store, c\"d",
    "\"a, no-store",
  ])
  func `an unclosed quote hides no directive behind it`(text: String) {
    #expect(CacheControl(text).noStore)
  }

  @Test func `a directive in a quoted string is ignored`() {
    #expect(!CacheControl("x=\"a, no-store\", y= \"no-store, b\"").noStore)
  }

  @Test func `must-understand does not cancel no-store`() {
    #expect(CacheControl("no-store, must-understand").noStore)
  }
}
