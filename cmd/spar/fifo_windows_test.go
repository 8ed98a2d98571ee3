package main

import "errors"

func mkfifo(string) error { return errors.New("there are no FIFOs here") }
