# SPDX-License-Identifier: Apache-2.0
"""Inside gdb, for `heddle replay --dap`: the Debug Adapter Protocol (https://microsoft.github.io/debug-adapter-protocol)
over descriptors 3 and 4, for VS Code and other editors. The schedule is that of heddle_gdb.py, which is read first:
`stepBack` goes a step of the schedule back and `reverseContinue` to its first step; the request `heddle/next` goes a
step on, `heddle/who` tells who waits for what.
"""
import json
import os

import gdb

HEAD = b"Content-Length: "


class Editor:
    """The other end: messages with a header that says how long they are."""

    def __init__(self, read, write):
        self.input, self.output, self.number = os.fdopen(read, "rb"), os.fdopen(write, "wb"), 0

    def receive(self):
        size = None
        while line := self.input.readline():
            if line.startswith(HEAD):
                digits = line[len(HEAD):].strip()
                size = int(digits) if digits.isdigit() else None
            elif line == b"\r\n" and size is not None:
                text, size = self.input.read(size), None
                try:
                    message = json.loads(text)
                except ValueError:
                    continue  # there is nobody to answer
                if isinstance(message, dict) and isinstance(message.get("command"), str):
                    return message
        return None

    def send(self, **message):
        self.number += 1
        text = json.dumps({"seq": self.number, **message}).encode()
        self.output.write(HEAD + str(len(text)).encode() + b"\r\n\r\n" + text)
        self.output.flush()

    def event(self, name, **body):
        self.send(type="event", event=name, body=body)


class Adapter:
    def __init__(self, editor):
        self.editor = editor
        self.breakpoints = {}  # by source file
        self.frames = []       # of the last stack trace, by id
        self.references = []   # values that have parts, by id
        self.over = False
        self.stepping, self.hits = False, 0

    def serve(self):
        while not self.over and (request := self.editor.receive()) is not None:
            handler = getattr(self, "on_" + request["command"].replace("/", "_"), None)
            answer = {"type": "response", "request_seq": request.get("seq", 0), "command": request["command"], "success": True}
            after = None
            try:
                if handler is None:
                    raise gdb.error(f"heddle does not know the request {request['command']}")
                result = handler(request.get("arguments") or {})
                body, after = result if isinstance(result, tuple) else (result, None)
                answer["body"] = body or {}
            except (gdb.error, gdb.MemoryError, ValueError, KeyError) as error:
                answer.update(success=False, message=str(error))
            self.editor.send(**answer)
            if after is not None:
                after()

    # ---- the session ----

    def on_initialize(self, arguments):
        return {"supportsConfigurationDoneRequest": True, "supportsStepBack": True, "supportsFunctionBreakpoints": True,
                "supportsEvaluateForHovers": True, "supportsTerminateRequest": True}, lambda: self.editor.event("initialized")

    def on_launch(self, arguments):
        return {}

    on_attach = on_launch

    def on_configurationDone(self, arguments):
        return {}, lambda: self.report(schedule.run_to(None))

    def on_disconnect(self, arguments):
        self.over = True
        return {}

    on_terminate = on_disconnect

    def at_breakpoint(self):
        """One of the editor's has been hit since it was last asked for."""
        hits = sum(each.hit_count for all in self.breakpoints.values() for each in all if each.is_valid())
        self.hits, before = hits, self.hits
        return hits > before

    def report(self, kind):
        self.frames, self.references = [], []
        if kind == "end":
            self.editor.event("exited", exitCode=0)
            self.editor.event("terminated")
            return
        attempt = f"{schedule.words()}. " if kind == "failure" else ""
        words = {"failure": ("exception", f"{attempt}The failure: {schedule.failure}"),
                 "step": ("step", schedule.words() if kind == "step" else "")}
        steps = self.stepping and not self.at_breakpoint()
        reason, text = words.get(kind, ("step", "Step") if steps else ("breakpoint", "Breakpoint"))
        self.editor.event("stopped", reason=reason, description=text, text=text, allThreadsStopped=True,
                          threadId=gdb.selected_thread().num)

    # ---- breakpoints ----

    def on_setBreakpoints(self, arguments):
        path = arguments["source"]["path"]
        for old in self.breakpoints.pop(path, []):
            old.delete()
        made = [gdb.Breakpoint(source=path, line=each["line"], internal=True) for each in arguments.get("breakpoints", [])]
        self.breakpoints[path] = made
        return {"breakpoints": [{"verified": not each.pending, "line": wanted["line"]}
                                for each, wanted in zip(made, arguments.get("breakpoints", []))]}

    def on_setFunctionBreakpoints(self, arguments):
        for old in self.breakpoints.pop(None, []):
            old.delete()
        made = [gdb.Breakpoint(function=each["name"], internal=True) for each in arguments.get("breakpoints", [])]
        self.breakpoints[None] = made
        return {"breakpoints": [{"verified": not each.pending} for each in made]}

    def on_setExceptionBreakpoints(self, arguments):
        return {}

    # ---- going on ----

    def go(self, command):
        def after():
            schedule.at_step.enabled = False
            self.stepping = command != "continue"
            self.at_breakpoint()
            self.report(schedule.go(command))
        return {"allThreadsContinued": True}, after

    def on_continue(self, arguments):
        return self.go("continue")

    def on_next(self, arguments):
        return self.go("next")

    def on_stepIn(self, arguments):
        return self.go("step")

    def on_stepOut(self, arguments):
        return self.go("finish")

    def on_heddle_next(self, arguments):
        return {}, lambda: self.report(schedule.forward(arguments.get("count", 1)))

    def on_stepBack(self, arguments):
        return {}, lambda: self.report(schedule.back(1))

    def on_reverseContinue(self, arguments):
        return {}, lambda: self.report(schedule.run_to_row(1))

    # ---- looking ----

    def on_threads(self, arguments):
        threads = gdb.selected_inferior().threads()
        return {"threads": [{"id": thread.num, "name": thread.name or f"thread {thread.num}"}
                            for thread in sorted(threads, key=lambda each: each.num)]}

    def on_stackTrace(self, arguments):
        for thread in gdb.selected_inferior().threads():
            if thread.num == arguments["threadId"]:
                thread.switch()
        frames, frame = [], gdb.newest_frame()
        while frame is not None:
            if not is_own(frame):
                self.frames.append((gdb.selected_thread(), frame))
                sal = frame.find_sal()
                source = {"name": os.path.basename(sal.symtab.filename), "path": sal.symtab.fullname()} if sal.symtab else {}
                frames.append({"id": len(self.frames), "name": frame.name() or "?", "line": sal.line, "column": 1,
                               "source": source})
            frame = frame.older()
        first = arguments.get("startFrame", 0)
        count = arguments.get("levels") or len(frames)
        return {"stackFrames": frames[first:first + count], "totalFrames": len(frames)}

    def on_scopes(self, arguments):
        thread, frame = self.frames[arguments["frameId"] - 1]
        thread.switch()
        self.references.append(lambda: self.locals_of(frame))
        return {"scopes": [{"name": "Locals", "variablesReference": len(self.references), "expensive": False}]}

    @staticmethod
    def locals_of(frame):
        found = {}
        try:
            block = frame.block()
        except RuntimeError:
            return found
        while block is not None and not block.is_global and not block.is_static:
            for symbol in block:
                if symbol.is_variable or symbol.is_argument:
                    found.setdefault(symbol.name, symbol.value(frame))
            if block.function is not None:
                break
            block = block.superblock
        return found

    def variable(self, name, value):
        kind = value.type.strip_typedefs()
        reference = 0
        if kind.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
            self.references.append(lambda: {field.name or field.type.name: value[field] for field in kind.fields()
                                            if hasattr(field, "bitpos")})
            reference = len(self.references)
        try:
            text = value.format_string(max_elements=20)
        except gdb.error as error:
            text = f"<{error}>"
        return {"name": name, "value": text, "type": str(value.type), "variablesReference": reference}

    def on_variables(self, arguments):
        parts = self.references[arguments["variablesReference"] - 1]()
        return {"variables": [self.variable(name, value) for name, value in parts.items()]}

    def on_evaluate(self, arguments):
        if arguments.get("frameId"):
            thread, frame = self.frames[arguments["frameId"] - 1]
            thread.switch()
            frame.select()
        answer = self.variable("", gdb.parse_and_eval(arguments["expression"]))
        return {"result": answer["value"], "type": answer["type"], "variablesReference": answer["variablesReference"]}

    def on_heddle_who(self, arguments):
        return {"text": schedule.who()}


Adapter(Editor(3, 4)).serve()
gdb.execute("quit")
