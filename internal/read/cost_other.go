//go:build !linux

package read

import "time"

func (p *process) begin(*Cost) time.Duration { return 0 }

func (p *process) end(*Cost, time.Duration) {}

func (p *process) used(time.Duration) time.Duration { return 0 }

func (p *process) time() time.Duration { return 0 }

func (p *process) holds() int64 { return 0 }
