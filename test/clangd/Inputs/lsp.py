"""A language client as small as the tests allow: one server process, one file at a time, over JSON-RPC on pipes."""

import json
import pathlib
import queue
import subprocess
import threading


def position(text, offset):
    """The LSP position of an offset into text. The tests are ASCII, so characters are UTF-16 units."""
    return {"line": text.count("\n", 0, offset), "character": offset - (text.rfind("\n", 0, offset) + 1)}


def offset(text, where):
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: where["line"]])) + where["character"]


def apply_edits(text, edits):
    """The text after LSP TextEdits, which all refer to the text before."""
    for edit in sorted(edits, key=lambda e: offset(text, e["range"]["start"]), reverse=True):
        begin, end = offset(text, edit["range"]["start"]), offset(text, edit["range"]["end"])
        text = text[:begin] + edit["newText"] + text[end:]
    return text


class Client:
    """Starts a server in a folder. Use as a context manager: leaving it ends the server and checks how it ended."""

    def __init__(self, command, folder, timeout=300):
        self.folder = pathlib.Path(folder).resolve()
        self.timeout = timeout
        self.log = open(self.folder / "server.log", "wb")
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log
        )
        self.messages = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.requests = 0
        self.versions = {}
        self.request("initialize", {"processId": None, "rootUri": self.folder.as_uri(), "capabilities": CAPABILITIES})
        self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.request("shutdown", None)
            self.notify("exit", None)
            status = self.process.wait(self.timeout)
            assert status == 0, f"the server ended with status {status}"
        else:
            self.process.kill()
        self.log.close()

    def uri(self, name):
        return (self.folder / name).as_uri()

    def open(self, name, text):
        """Shows a file to the server and returns the diagnostics that it publishes for it."""
        self.versions[name] = 1
        document = {"uri": self.uri(name), "languageId": "cpp", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return self.diagnostics(name)

    def change(self, name, text):
        self.versions[name] += 1
        document = {"uri": self.uri(name), "version": self.versions[name]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        return self.diagnostics(name)

    def diagnostics(self, name):
        """The next diagnostics for the newest version of the file."""
        while True:
            message = self._next()
            parameters = message.get("params", {})
            if (
                message.get("method") == "textDocument/publishDiagnostics"
                and parameters["uri"] == self.uri(name)
                and parameters.get("version") == self.versions[name]
            ):
                return parameters["diagnostics"]

    def code_actions(self, name, diagnostic):
        return self.request(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": self.uri(name)},
                "range": diagnostic["range"],
                "context": {"diagnostics": [diagnostic]},
            },
        )

    def request(self, method, parameters):
        self.requests += 1
        self._send({"id": self.requests, "method": method, "params": parameters})
        while True:
            message = self._next()
            if message.get("id") == self.requests and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def notify(self, method, parameters):
        self._send({"method": method, "params": parameters})

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _next(self):
        message = self.messages.get(timeout=self.timeout)
        assert message is not None, "the server closed its output"
        return message

    def _read(self):
        output = self.process.stdout
        while True:
            length = 0
            for line in iter(output.readline, b"\r\n"):
                if not line:
                    self.messages.put(None)
                    return
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.messages.put(json.loads(output.read(length)))


CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    }
}
