package share

import "golang.org/x/sys/windows"

var passing = []error{
	windows.ERROR_BAD_NETPATH, windows.ERROR_BAD_NET_NAME, windows.ERROR_NETNAME_DELETED, windows.ERROR_NETWORK_UNREACHABLE,
	windows.ERROR_NOT_READY, windows.ERROR_UNEXP_NET_ERR, windows.ERROR_SEM_TIMEOUT, windows.ERROR_IO_DEVICE,
}
