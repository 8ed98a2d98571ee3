"""Clients that others have written, against a running server: SPAR_URL, SPAR_TOKEN, SPAR (the program).

It prints what it tried and ends with status 1 at the first thing that is not as it should be. The share is testdata/sample."""
import asyncio
import json
import os

import httpx2 as httpx
import openai
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

URL, TOKEN, SPAR = os.environ["SPAR_URL"], os.environ["SPAR_TOKEN"], os.environ["SPAR"]
QUESTION = "How many hours of unused annual leave can I carry into the next leave year?"
ANSWER = "240"


def check(what: str, holds: bool, seen: object) -> None:
    if not holds:
        raise SystemExit(f"{what}: {str(seen)[:2000]}")
    print("ok  ", what)


def chat() -> None:
    client = openai.OpenAI(base_url=URL + "/v1", api_key=TOKEN, max_retries=0)
    names = [m.id for m in client.models.list()]
    check("openai: models", "leave-review" in names, names)
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": QUESTION}]
    whole = client.chat.completions.create(model="leave-review", messages=messages, temperature=0)
    message = whole.choices[0].message
    check("openai: an answer", ANSWER in message.content and "[1]" in message.content and whole.choices[0].finish_reason == "stop", message)
    cited = [a for a in message.annotations or [] if a.type == "url_citation"]
    check("openai: its citations", bool(cited) and cited[0].url_citation.url.startswith(URL), message.annotations)
    text, usage, ends = "", None, []
    for piece in client.chat.completions.create(model="leave-review", messages=messages, stream=True, stream_options={"include_usage": True}):
        usage = piece.usage or usage
        for choice in piece.choices:
            text += choice.delta.content or ""
            ends += [choice.finish_reason] if choice.finish_reason else []
    check("openai: a streamed answer", text == message.content and ends == ["stop"] and usage is not None, (text, ends, usage))
    for what, fault, call in (
        ("a model that is not there", openai.NotFoundError, lambda: client.chat.completions.create(model="none", messages=messages)),
        ("a wrong key", openai.AuthenticationError, lambda: client.with_options(api_key="spar_no").models.list()),
    ):
        try:
            call()
            check("openai: " + what, False, "no error")
        except fault as e:
            check("openai: " + what, bool(e.message), e)


async def tools(client: Client, what: str) -> None:
    names = {t.name for t in (await client.list_tools()).tools}
    check(what + ": tools", {"search", "fetch", "ask", "list_files"} <= names, names)
    found = await client.call_tool("search", {"query": "annual leave carry over"})
    results = json.loads(found.content[0].text)["results"]
    check(what + ": search", bool(results) and set(results[0]) == {"id", "title", "url"} and found.structured_content == {"results": results}, found)
    page = await client.call_tool("fetch", {"id": results[0]["id"]})
    check(what + ": fetch", not page.is_error and bool(json.loads(page.content[0].text)["text"]), page)
    answer = await client.call_tool("ask", {"question": QUESTION})
    check(what + ": ask", ANSWER in answer.content[0].text, answer)
    wrong = await client.call_tool("list_files", {"scope": "colour:"})
    check(what + ": an error that says what is wrong", bool(wrong.is_error) and "value is missing" in wrong.content[0].text, wrong)


async def assistants() -> None:
    async with httpx.AsyncClient(headers={"Authorization": "Bearer " + TOKEN}, timeout=60) as http:
        for version in HANDSHAKE_PROTOCOL_VERSIONS:  # the client itself offers the latest alone
            hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "clients.py", "version": "1"}}
            reply = await http.post(URL + "/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
                                    headers={"Accept": "application/json, text/event-stream"})
            check(f"mcp: the revision {version}", reply.status_code == 200 and f'"protocolVersion":"{version}"' in reply.text, reply.text)
        for mode in ("legacy", *MODERN_PROTOCOL_VERSIONS, "auto"):
            async with Client(streamable_http_client(URL + "/mcp", http_client=http), mode=mode) as client:
                await tools(client, f"mcp over HTTP, {mode} ({client.protocol_version})")
    async with Client(stdio_client(StdioServerParameters(command=SPAR, args=["mcp"], env=dict(os.environ)))) as client:
        await tools(client, f"mcp over standard input ({client.protocol_version})")


chat()
asyncio.run(assistants())
