package share

const nonblock = 0
