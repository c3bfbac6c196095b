# SPDX-License-Identifier: Apache-2.0
"""Six connections at once ask a web server for files, folders and what is not there; then its process is interrupted.

    web_client.py PORT PROGRAM
"""
import os
import pathlib
import random
import signal
import socket
import sys
import threading
import time


def answer(path, stays):
    for _ in range(300):
        try:
            connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20)
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    else:
        sys.exit("no server answers")
    with connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: {'keep-alive' if stays else 'close'}\r\n\r\n".encode())
        while connection.recv(65536) and not stays:
            pass


def client(seed):
    draw = random.Random(seed)
    for _ in range(60):
        answer(draw.choice(("/", "/large.txt", "/small.txt", "/missing", "/below/")), draw.random() < 0.3)


clients = [threading.Thread(target=client, args=(seed,)) for seed in range(6)]
for thread in clients:
    thread.start()
for thread in clients:
    thread.join()
for process in pathlib.Path("/proc").glob("[0-9]*"):
    try:
        if os.path.samefile(process / "exe", sys.argv[2]):
            os.kill(int(process.name), signal.SIGINT)
    except OSError:
        pass
