"""Signs people in at a server by an OpenID provider that others have written: SPAR_URL, PROVIDER (its address).

It prints what it tried and ends with status 1 at the first thing that is not as it should be. scripts/provider is the provider."""
import os
import re
from urllib.parse import urljoin

import httpx2 as httpx

URL, PROVIDER = os.environ["SPAR_URL"], os.environ["PROVIDER"]


def check(what: str, holds: bool, seen: object) -> None:
    if not holds:
        raise SystemExit(f"{what}: {str(seen)[:2000]}")
    print("ok  ", what)


def browser() -> httpx.Client:
    return httpx.Client(follow_redirects=True, timeout=30)


def submit(b: httpx.Client, page: httpx.Response, **said: str) -> httpx.Response:
    """Sends the form of a page with its hidden fields and what somebody writes into it."""
    form = re.search(r"<form[^>]*action=\"([^\"]+)\".*?</form>", page.text, re.S)
    if form is None:
        raise SystemExit(f"there is no form at {page.url}: {page.status_code} {page.text[:2000]}")
    fields = {}
    for field in re.findall(r"<input[^>]*>", form.group(0)):
        parts = dict(re.findall(r"(\w+)=\"([^\"]*)\"", field))
        if parts.get("type") == "hidden":
            fields[parts["name"]] = parts.get("value", "")
    return b.post(urljoin(str(page.url), form.group(1)), data=fields | said)


def sign_in(b: httpx.Client, who: str, to: str = "/files") -> httpx.Response:
    page = b.get(URL + "/auth/login", params={"to": to})
    if str(page.url).startswith(PROVIDER):
        page = submit(b, page, login=who, password="x")  # who it is
    if str(page.url).startswith(PROVIDER):
        page = submit(b, page)  # that SPAR may know it
    return page


def me(b: httpx.Client) -> str:
    reply = b.get(URL + "/api/v1/me")
    return reply.json()["who"] if reply.status_code == 200 else ""


def files(b: httpx.Client) -> set[str]:
    return {f["path"] for f in b.get(URL + "/api/v1/files").json()["items"]}


def begun() -> None:
    b = httpx.Client(timeout=30)
    asked = b.get(URL + "/auth/login").headers["Location"]
    check("the code flow begins with PKCE", asked.startswith(PROVIDER) and all(x in asked for x in ("response_type=code", "code_challenge_method=S256", "code_challenge=", "state=", "nonce=")), asked)
    plain = re.sub(r"&?code_challenge[^&]*", "", asked)
    said = browser().get(plain)
    check("the provider refuses it without PKCE", "PKCE" in str(said.url) + said.text, said.url)


begun()
stranger = httpx.get(URL + "/api/v1/me").json()["error"]
check("a page is told that one signs in elsewhere", {"do": "sign-in"} in stranger["do"], stranger)
ada = browser()
page = sign_in(ada, "ada")
check("ada is signed in, and back where she was", page.status_code == 200 and page.url == URL + "/files" and me(ada) == "person:ada", (page.url, page.status_code, page.text, me(ada)))
check("her group at the provider lets her read", {"everybody.md", "staff.md"} == files(ada), files(ada))
bob = browser()
sign_in(bob, "bob")
check("bob's does not", me(bob) == "person:bob" and files(bob) == {"everybody.md"}, (me(bob), files(bob)))
nobody = browser()
sign_in(nobody, "nobody")
check("who is nobody here sees what everybody may", me(nobody).startswith("account:") and files(nobody) == {"everybody.md"}, (me(nobody), files(nobody)))

refused = browser()
page = refused.get(URL + "/auth/login")
abort = re.search(r"href=\"([^\"]*/abort)\"", page.text)
check("one can change one's mind at the provider", abort is not None, page.text)
page = refused.get(urljoin(str(page.url), abort.group(1)))
check("then nobody is signed in", page.status_code == 401 and "the provider said no" in page.text and me(refused) == "", page.text)

other = browser()
sign_in(other, "ada")
check("ada is signed in twice", me(other) == me(ada) == "person:ada", me(other))


def leave(b: httpx.Client) -> httpx.Response:
    """Signs out at the provider, from where it asks whether one wants to."""
    page = b.get(PROVIDER + "/session/end")
    xsrf = re.search(r"name=\"xsrf\" value=\"([^\"]+)\"", page.text)
    return b.post(PROVIDER + "/session/end/confirm", data={"xsrf": xsrf.group(1), "logout": "yes"})


leave(ada)
check("signing out at the provider ends the session that rests on it", me(ada) == "", me(ada))
check("and no other of hers", me(other) == "person:ada" and me(bob) == "person:bob", (me(other), me(bob)))
then = other.post(URL + "/logout").json()["then"]
check("signing out here leads to the provider", then.startswith(PROVIDER + "/session/end") and me(other) == "", then)
page = submit(other, other.get(then), logout="yes")
check("and back", str(page.url) == URL + "/", page.url)
page = other.get(URL + "/auth/login")
check("who asks again then", str(page.url).startswith(PROVIDER + "/interaction/"), page.url)

stale = httpx.post(PROVIDER + "/test/stale", params={"sub": "bob"}).text
httpx.post(PROVIDER + "/test/rotate")
again = browser()
sign_in(again, "ada")
check("a key that is new at the provider is fetched", me(again) == "person:ada", me(again))
reply = httpx.post(URL + "/auth/backchannel", data={"logout_token": stale})
check("and one that it has given up signs nothing any more", reply.status_code == 400 and me(bob) == "person:bob", reply.text)
